import { describe, expect, it } from 'vitest';
import { convertTelemetry } from '../../src/index.js';
import { vconToTelemetry } from '../../src/replay/index.js';
import type { Vcon } from '../../src/vcon/index.js';
import { event, invocation, vconOf } from '../replay/vcons.js';

async function thereAndBack(vcon: Vcon, options: object = {}): Promise<Vcon | undefined> {
  const { vcons } = await convertTelemetry(vconToTelemetry(vcon).spans, options);
  return vcons[0];
}

const TOKEN = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

describe('a vCon that comes back from a trace', () => {
  const vcon = vconOf([
    invocation(1, {
      server: 'https://user:hunter2pw@mcp.example.com/mcp?key=1',
      x_headers: { authorization: `Bearer ${TOKEN}` },
      x_note: TOKEN,
      trace_id: '0af7651916cd43dd8448eb211c80319c',
      span_id: 'b7ad6b7169203331',
    }),
    event('tool-result', 2, { mediatype: 'application/json', encoding: 'json', body: { password: 'hunter2pw' } }),
  ]);

  it('holds no credentials, whatever parameter they were in', async () => {
    const back = await thereAndBack(vcon);
    expect(JSON.stringify(back)).not.toMatch(/hunter2pw|ghp_|user:/);
    expect(back?.events?.[0]).toMatchObject({
      server: 'https://mcp.example.com/mcp',
      trace_id: '0af7651916cd43dd8448eb211c80319c',
      span_id: 'b7ad6b7169203331',
    });
  });

  it('keeps the server as it is otherwise, and everything when credentials may stay', async () => {
    const server = 'https://mcp.example.com/mcp?region=eu#top';
    expect((await thereAndBack(vconOf([invocation(1, { server })])))?.events?.[0]).toMatchObject({ server });
    expect((await thereAndBack(vcon, { redactCredentials: false }))?.events).toEqual(vcon.events);
  });
});
