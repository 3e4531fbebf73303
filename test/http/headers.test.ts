import { describe, expect, it } from 'vitest';
import { parseHeaders } from '../../src/http/index.js';

describe('headers of an environment variable', () => {
  it('are pairs between commas, values percent-encoded', () => {
    expect(parseHeaders('X', ' Authorization = Bearer%20a%3D , ,x-team=b=c')).toEqual({
      authorization: 'Bearer a=',
      'x-team': 'b=c',
    });
    expect(parseHeaders('X', undefined)).toEqual({});
  });

  it('keep what only looks percent-encoded', () => {
    expect(parseHeaders('X', 'x-part=100%')).toEqual({ 'x-part': '100%' });
  });

  it.each(['a=1,secret-token', '=secret-token', 'a b=secret-token', 'a=secret-token%0d%0ab'])(
    'are refused when HTTP has no such thing, without a word of the value: %s',
    (text) => {
      const read = () => parseHeaders('MY_HEADERS', text);
      expect(read).toThrow(expect.objectContaining({ code: 'invalid-header' }));
      expect(read).not.toThrow(/secret-token/);
    },
  );

  it('are refused by place and variable when they have no name', () => {
    expect(() => parseHeaders('MY_HEADERS', 'a=1,b')).toThrow(/entry 2 of MY_HEADERS/);
  });
});
