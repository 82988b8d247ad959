import { Writable } from 'node:stream';
import { ownState, withoutState } from './light-stream.js';

/** A `Writable` whose stream is made by the first write; until then it says itself how far it is. */
export abstract class LightWritable extends withoutState<Pick<Writable, 'destroy' | 'emit'>>(Writable) {
  #isOpen = false;
  /** Whether it has ended without a stream. */
  protected isWhole = false;
  protected isClosed = false;

  /** Notices a client that leaves, for those who listen. */
  abstract watch(): void;

  get _writableState(): unknown {
    this.#isOpen = true;
    ownState(this, '_writableState', undefined);
    (Writable as unknown as (this: object, options: object) => void).call(this, {});
    return Reflect.get(this, '_writableState');
  }
  set _writableState(state: unknown) {
    ownState(this, '_writableState', state);
  }

  protected get isOpen(): boolean {
    return this.#isOpen;
  }
  /** Compression puts a `writableEnded` of its own before that of the stream. */
  protected get isEnded(): boolean {
    return this.isWhole || (this.#isOpen && Boolean(Reflect.get(Writable.prototype, 'writableEnded', this)));
  }

  get closed(): boolean {
    return this.isClosed;
  }
  get destroyed(): boolean {
    return this.#isOpen ? Boolean(Reflect.get(Writable.prototype, 'destroyed', this)) : this.isClosed;
  }
  set destroyed(value: boolean) {
    Reflect.set(Writable.prototype, 'destroyed', value, this);
  }
  get finished(): boolean {
    return this.writableEnded;
  }
  get writableEnded(): boolean {
    return this.isEnded;
  }
  get writableFinished(): boolean {
    return this.isWhole || (this.#isOpen && Boolean(Reflect.get(Writable.prototype, 'writableFinished', this)));
  }
  get writable(): boolean {
    return !this.writableEnded && !this.isClosed;
  }

  on(event: string | symbol, listener: (...rest: never[]) => void): this {
    this.watch();
    return Reflect.apply(Writable.prototype.on, this, [event, listener]) as this;
  }
  once(event: string | symbol, listener: (...rest: never[]) => void): this {
    this.watch();
    return Reflect.apply(Writable.prototype.once, this, [event, listener]) as this;
  }
  addListener(event: string | symbol, listener: (...rest: never[]) => void): this {
    return this.on(event, listener);
  }
  prependListener(event: string | symbol, listener: (...rest: never[]) => void): this {
    this.watch();
    return Reflect.apply(Writable.prototype.prependListener, this, [event, listener]) as this;
  }
}
