// Brings a server to where every one of usual size gets by itself: on Node 20, `process.nextTick` takes 250 ns longer for good once all garbage was
// collected while no tick was waiting, because V8 then forgets the shapes that its literal with computed keys makes. A server with a few routes
// comes through a benchmark without such a collection, so it would look faster than it is, and whatever is added to it slower.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const nothing = () => {};

function collectBetweenTicks(left) {
  for (let ticks = 0; ticks < 100; ticks++) process.nextTick(nothing);
  setTimeout(() => {
    collect();
    if (left > 1) collectBetweenTicks(left - 1);
  }, 1).unref();
}
collectBetweenTicks(10);
