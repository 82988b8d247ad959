const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

// The process that answers is killed behind its answer, so it is asked at that moment.
/** Adds a line to a file: this process, its microseconds of processor time, and its kilobytes of memory at the peak. */
const { writeSync } = fs;
const note = () => {
  const { user, system } = process.cpuUsage();
  fs.appendFileSync(process.env.SVC_BENCH_CPU, `${process.pid} ${user + system} ${process.resourceUsage().maxRSS}\n`);
};
process.once('exit', note);
fs.writeSync = (file, ...rest) => {
  if (file === 3) note();
  return writeSync(file, ...rest);
};
syncBuiltinESMExports();
