#!/usr/bin/env node
import { processIo } from './io.js';
import { runCli } from './program.js';

// A write that fails is reported where it is awaited; without a listener the event would end the process first.
process.stdout.on('error', () => {});
process.exitCode = await runCli(process.argv.slice(2), processIo());
