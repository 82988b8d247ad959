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

// bench/lib/changes-child.mts
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import {
  change,
  Controller,
  createApp,
  defineVersions,
  Get,
  Module,
  renamed,
  reshape
} from "file:///tmp/wt/airline/dist/index.js";
import { z } from "zod";
var rounds = 41;
var median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
var versioning = (versions) => ({
  versioning: { type: "header", header: "X-API-Version", versions }
});
var User = z.object({ id: z.int(), firstName: z.string(), lastName: z.string(), email: z.string(), tags: z.array(z.string()) }).meta({ id: "User" });
var UserV1 = z.object({ id: z.int(), name: z.string(), email: z.string() });
var Page = z.object({ items: z.array(User), next: z.string().nullable() });
var Ping = z.object({ pong: z.boolean(), at: z.string() });
var users = Array.from({ length: 20 }, (_, id) => ({
  id,
  firstName: `First${id}`,
  lastName: `Last${id}`,
  email: `user${id}@example.com`,
  tags: ["one", "two"]
}));
var names = change({
  title: "Names and tags",
  schemas: [
    reshape(User, {
      before: UserV1,
      down: ({ id, firstName, lastName, email }) => ({ id, name: `${firstName} ${lastName}`, email })
    })
  ]
});
var pages = change({
  title: "Pages",
  schemas: [reshape(Page, { before: z.array(User), down: ({ items }) => items })]
});
var changed = defineVersions(["1", { version: "2", changes: [names, pages] }]);
var unrelated = defineVersions([
  "1",
  ...Array.from({ length: 99 }, (_, index) => {
    const schema = z.object({ [`name${index}`]: z.string() });
    return {
      version: String(index + 2),
      changes: [change({ title: `Change ${index}`, schemas: [renamed(schema, { [`name${index}`]: "old" })] })]
    };
  })
]);
var list = { response: Page };
var ping = { response: Ping };
var _ping_dec, _list_dec, _Users_decorators, _init;
_Users_decorators = [Controller("users")], _list_dec = [Get("", list)], _ping_dec = [Get("ping", ping)];
var Users = class {
  constructor() {
    __runInitializers(_init, 5, this);
  }
  list() {
    return { items: users, next: null };
  }
  ping() {
    return { pong: true, at: "now" };
  }
};
_init = __decoratorStart(null);
__decorateElement(_init, 1, "list", _list_dec, Users);
__decorateElement(_init, 1, "ping", _ping_dec, Users);
Users = __decorateElement(_init, 0, "Users", _Users_decorators, Users);
__runInitializers(_init, 1, Users);
var listV1 = { response: z.array(UserV1) };
var _list_dec2, _UsersV1_decorators, _init2;
_UsersV1_decorators = [Controller("users")], _list_dec2 = [Get("", listV1)];
var UsersV1 = class {
  constructor() {
    __runInitializers(_init2, 5, this);
  }
  list() {
    return users.map(({ id, firstName, lastName, email }) => ({ id, name: `${firstName} ${lastName}`, email }));
  }
};
_init2 = __decoratorStart(null);
__decorateElement(_init2, 1, "list", _list_dec2, UsersV1);
UsersV1 = __decorateElement(_init2, 0, "UsersV1", _UsersV1_decorators, UsersV1);
__runInitializers(_init2, 1, UsersV1);
var _Newest_decorators, _init3;
_Newest_decorators = [Module({ controllers: [Users] })];
var Newest = class {
};
_init3 = __decoratorStart(null);
Newest = __decorateElement(_init3, 0, "Newest", _Newest_decorators, Newest);
__runInitializers(_init3, 1, Newest);
var _ByHand_decorators, _init4;
_ByHand_decorators = [Module({ controllers: [UsersV1] })];
var ByHand = class {
};
_init4 = __decoratorStart(null);
ByHand = __decorateElement(_init4, 0, "ByHand", _ByHand_decorators, ByHand);
__runInitializers(_init4, 1, ByHand);
var res = { headersSent: false, getHeaderNames: () => [], writeHead() {
}, end() {
} };
async function calling(root, options, url, version) {
  const { handler } = await createApp(root, options);
  const req = new IncomingMessage(new Socket());
  req.method = "GET";
  const headers = ["Host", "localhost:3000", ...version === null ? [] : ["X-API-Version", version]];
  req._addHeaderLines(
    headers,
    headers.length
  );
  return (calls) => {
    const start = process.hrtime.bigint();
    for (let index = 0; index < calls; index++) {
      req.url = url;
      handler(req, res);
    }
    return Number(process.hrtime.bigint() - start) / calls;
  };
}
function compare(one, other, calls) {
  for (const call of [one, other]) call(calls * 4);
  const pairs = Array.from({ length: rounds }, (_, round) => {
    if (round % 2) return [one(calls), other(calls)];
    const second = other(calls);
    return [one(calls), second];
  });
  return {
    ratio: median(pairs.map(([a, b]) => a / b)).toFixed(3),
    nanoseconds: median(pairs.map(([a]) => a)).toFixed(0)
  };
}
var header = { versioning: { type: "header", header: "X-API-Version", defaultVersion: "2" } };
var rows = [];
var row = (name, { ratio, nanoseconds }) => rows.push([name, nanoseconds, ratio]);
row(
  "a route that no change touches, beside the same service without versions as changes",
  compare(
    await calling(Newest, versioning(changed), "/users/ping", "2"),
    await calling(Newest, header, "/users/ping", "2"),
    5e4
  )
);
row(
  "a page of 20 users in version 1, beside a handler written for version 1",
  compare(
    await calling(Newest, versioning(changed), "/users", "1"),
    await calling(ByHand, versioning(defineVersions(["1"])), "/users", "1"),
    5e3
  )
);
row(
  "a page behind a hundred versions that do not change it, beside one version",
  compare(
    await calling(Newest, versioning(unrelated), "/users", "1"),
    await calling(Newest, versioning(defineVersions(["1"])), "/users", "1"),
    5e3
  )
);
process.stdout.write(JSON.stringify(rows));
process.exit(0);
