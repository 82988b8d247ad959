var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __knownSymbol = (name, symbol) => (symbol = Symbol[name]) ? symbol : /* @__PURE__ */ Symbol.for("Symbol." + name);
var __typeError = (msg) => {
  throw TypeError(msg);
};
var __defNormalProp = (obj, key, value) => key in obj ? __defProp(obj, key, { enumerable: true, configurable: true, writable: true, value }) : obj[key] = value;
var __name = (target, value) => __defProp(target, "name", { value, configurable: true });
var __decoratorStart = (base) => [, , , __create(base?.[__knownSymbol("metadata")] ?? null)];
var __decoratorStrings = ["class", "method", "getter", "setter", "accessor", "field", "value", "get", "set"];
var __expectFn = (fn) => fn !== void 0 && typeof fn !== "function" ? __typeError("Function expected") : fn;
var __decoratorContext = (kind, name, done, metadata, fns) => ({ kind: __decoratorStrings[kind], name, metadata, addInitializer: (fn) => done._ ? __typeError("Already initialized") : fns.push(__expectFn(fn || null)) });
var __decoratorMetadata = (array, target) => __defNormalProp(target, __knownSymbol("metadata"), array[3]);
var __runInitializers = (array, flags, self, value) => {
  for (var i = 0, fns = array[flags >> 1], n = fns && fns.length; i < n; i++) flags & 1 ? fns[i].call(self) : value = fns[i].call(self, value);
  return value;
};
var __decorateElement = (array, flags, name, decorators, target, extra) => {
  var fn, it, done, ctx, access, k = flags & 7, s = !!(flags & 8), p = !!(flags & 16);
  var j = k > 3 ? array.length + 1 : k ? s ? 1 : 2 : 0, key = __decoratorStrings[k + 5];
  var initializers = k > 3 && (array[j - 1] = []), extraInitializers = array[j] || (array[j] = []);
  var desc = k && (!p && !s && (target = target.prototype), k < 5 && (k > 3 || !p) && __getOwnPropDesc(k < 4 ? target : { get [name]() {
    return __privateGet(this, extra);
  }, set [name](x) {
    return __privateSet(this, extra, x);
  } }, name));
  k ? p && k < 4 && __name(extra, (k > 2 ? "set " : k > 1 ? "get " : "") + name) : __name(target, name);
  for (var i = decorators.length - 1; i >= 0; i--) {
    ctx = __decoratorContext(k, name, done = {}, array[3], extraInitializers);
    if (k) {
      ctx.static = s, ctx.private = p, access = ctx.access = { has: p ? (x) => __privateIn(target, x) : (x) => name in x };
      if (k ^ 3) access.get = p ? (x) => (k ^ 1 ? __privateGet : __privateMethod)(x, target, k ^ 4 ? extra : desc.get) : (x) => x[name];
      if (k > 2) access.set = p ? (x, y) => __privateSet(x, target, y, k ^ 4 ? extra : desc.set) : (x, y) => x[name] = y;
    }
    it = (0, decorators[i])(k ? k < 4 ? p ? extra : desc[key] : k > 4 ? void 0 : { get: desc.get, set: desc.set } : target, ctx), done._ = 1;
    if (k ^ 4 || it === void 0) __expectFn(it) && (k > 4 ? initializers.unshift(it) : k ? p ? extra = it : desc[key] = it : target = it);
    else if (typeof it !== "object" || it === null) __typeError("Object expected");
    else __expectFn(fn = it.get) && (desc.get = fn), __expectFn(fn = it.set) && (desc.set = fn), __expectFn(fn = it.init) && initializers.unshift(fn);
  }
  return k || __decoratorMetadata(array, target), desc && __defProp(target, name, desc), p ? k ^ 4 ? extra : desc : target;
};
var __accessCheck = (obj, member, msg) => member.has(obj) || __typeError("Cannot " + msg);
var __privateIn = (member, obj) => Object(obj) !== obj ? __typeError('Cannot use the "in" operator on this value') : member.has(obj);
var __privateGet = (obj, member, getter) => (__accessCheck(obj, member, "read from private field"), getter ? getter.call(obj) : member.get(obj));
var __privateSet = (obj, member, value, setter) => (__accessCheck(obj, member, "write to private field"), setter ? setter.call(obj, value) : member.set(obj, value), value);
var __privateMethod = (obj, member, method) => (__accessCheck(obj, member, "access private method"), method);

// bench/lib/changes-boot-child.mts
import { change, Controller, createApp, defineVersions, Get, Module, Post, renamed } from "file:///tmp/wt/airline/dist/index.js";
import { z } from "zod";
function resource(index) {
  var _replace_dec, _create_dec, _one_dec, _list_dec, _Resource_decorators, _init2;
  const schema = z.object({ id: z.int(), name: z.string(), note: z.string().optional(), tags: z.array(z.string()) }).meta({ id: `Resource${index}` });
  const read = { response: z.object({ items: z.array(schema) }) };
  const write = { body: schema, response: { 201: schema } };
  _Resource_decorators = [Controller(`resources/${index}`)], _list_dec = [Get("", read)], _one_dec = [Get(":id", { response: schema })], _create_dec = [Post("", write)], _replace_dec = [Post(":id", write)];
  class Resource {
    constructor() {
      __runInitializers(_init2, 5, this);
    }
    list() {
      return { items: [] };
    }
    one() {
      throw new Error("Only booted.");
    }
    create() {
      throw new Error("Only booted.");
    }
    replace() {
      throw new Error("Only booted.");
    }
  }
  _init2 = __decoratorStart(null);
  __decorateElement(_init2, 1, "list", _list_dec, Resource);
  __decorateElement(_init2, 1, "one", _one_dec, Resource);
  __decorateElement(_init2, 1, "create", _create_dec, Resource);
  __decorateElement(_init2, 1, "replace", _replace_dec, Resource);
  Resource = __decorateElement(_init2, 0, "Resource", _Resource_decorators, Resource);
  __runInitializers(_init2, 1, Resource);
  return { schema, Resource };
}
var routes = 1e3;
var resources = Array.from({ length: routes / 4 }, (_, index) => resource(index));
var versions = defineVersions([
  "1",
  ...Array.from({ length: 49 }, (_, index) => ({
    version: String(index + 2),
    changes: [
      change({
        title: `Change ${index}`,
        schemas: resources.filter((_one, at) => at % 49 === index).map(({ schema }) => renamed(schema, { name: "title" }))
      })
    ]
  }))
]);
var _Root_decorators, _init;
_Root_decorators = [Module({ controllers: resources.map(({ Resource }) => Resource) })];
var Root = class {
};
_init = __decoratorStart(null);
Root = __decorateElement(_init, 0, "Root", _Root_decorators, Root);
__runInitializers(_init, 1, Root);
globalThis.gc?.();
var before = process.memoryUsage().heapUsed;
var start = process.cpuUsage();
var app = await createApp(Root, { versioning: { type: "header", header: "X-API-Version", versions } });
var { user, system } = process.cpuUsage(start);
var milliseconds = (user + system) / 1e3;
globalThis.gc?.();
var megabytes = (process.memoryUsage().heapUsed - before) / 1024 / 1024;
process.stdout.write(JSON.stringify({ routes: app.routes.length, milliseconds, megabytes }));
process.exit(0);
