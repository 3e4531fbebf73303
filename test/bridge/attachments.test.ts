import { describe, expect, it } from 'vitest';
import { Bridge } from '../../src/bridge/index.js';
import { validateVcon } from '../../src/vcon/index.js';
import { call } from './records.js';

/** Bytes FB FF BF 00: + and / in base64, - and _ in base64url. */
const DATA = '+/+/AA==';
const RESULT = JSON.stringify({
  content: [
    { type: 'text', text: 'a screenshot' },
    { type: 'image', data: DATA, mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'file:///a.bin', blob: DATA } },
    { type: 'image', data: 'not base64!', mimeType: 'image/png' },
  ],
});

function build(attachments: boolean) {
  const bridge = new Bridge({ attachments, createdAt: 1_796_040_000_000 });
  bridge.add(call({ id: 1, start: 1, end: 2, call: { tool: 'screenshot' }, outcome: 'result', result: RESULT }));
  return bridge.finish()[0]?.vcon;
}

describe('files in content (R9)', () => {
  it('stay in the content by default', () => {
    const vcon = build(false);
    expect(vcon).not.toHaveProperty('attachments');
    expect(vcon?.events?.[1]).toMatchObject({ body: JSON.parse(RESULT) });
  });

  it('become attachments on request, their bytes the same', () => {
    const vcon = build(true);
    expect(vcon?.attachments).toEqual([
      { start: '2026-11-30T09:00:02Z', party: 0, mediatype: 'image/png', encoding: 'base64url', body: '-_-_AA' },
      {
        start: '2026-11-30T09:00:02Z',
        party: 0,
        mediatype: 'application/octet-stream',
        encoding: 'base64url',
        body: '-_-_AA',
      },
    ]);
    expect(vcon?.events?.[1]).toMatchObject({
      attachment: [0, 1],
      body: {
        content: [
          { type: 'text', text: 'a screenshot' },
          { type: 'image', mimeType: 'image/png' },
          { type: 'resource', resource: { uri: 'file:///a.bin' } },
          { type: 'image', data: 'not base64!', mimeType: 'image/png' },
        ],
      },
    });
    expect(validateVcon(vcon).errors).toEqual([]);
  });
});
