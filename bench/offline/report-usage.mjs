// Loaded into a command that is measured: says at its end, to file descriptor 3, what the process took.
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS / 1000 }));
});
