import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program with a configuration in a folder of its own. */
export class Running {
  readonly folder = mkdtempSync(join(tmpdir(), 'otel-vcon-interop-'));
  #process: ChildProcess | undefined;
  #output = '';

  /** Starts the program with the configuration and waits until the URL answers. */
  async start(program: string, config: string, readyUrl: string): Promise<void> {
    const file = join(this.folder, 'config.yaml');
    writeFileSync(file, config);
    const process = spawn(program, ['--config', file], { cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [process.stdout, process.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.#output = (this.#output + chunk.toString('utf8')).slice(-4000);
      });
    }
    this.#process = process;
    for (let tries = 0; tries < 300; tries++) {
      if (process.exitCode !== null) throw new Error(`${program} ended: ${this.#output}`);
      if (
        await fetch(readyUrl).then(
          () => true,
          () => false,
        )
      )
        return;
      await sleep(100);
    }
    throw new Error(`${program} does not answer: ${this.#output}`);
  }

  /** Stops the program, so that it writes what it holds. */
  async stop(): Promise<void> {
    const process = this.#process;
    if (process === undefined || process.exitCode !== null) return;
    const ended = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGTERM');
    await ended;
  }

  /** Stops the program and removes its folder. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }
}

/** Ports that are free now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  return Promise.all(
    servers.map(async (server) => {
      const address = server.address();
      await new Promise((resolve) => server.close(resolve));
      return typeof address === 'object' && address !== null ? address.port : 0;
    }),
  );
}

/** Asks until the answer is there. */
export async function eventually<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(100);
  }
  throw new Error('the answer does not come');
}
