import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SOURCE = new URL('../../src/processor/', import.meta.url);

it('needs Node in the folder `node` only, and no SDK anywhere', () => {
  const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const imports = names.flatMap((name) =>
    [...readFileSync(new URL(name, SOURCE), 'utf8').matchAll(/from '([^']+)'/g)].map(([, target = '']) => ({
      name,
      target,
    })),
  );
  expect(imports.length).toBeGreaterThan(100);
  const ofNode = ({ target, name }: (typeof imports)[number]) =>
    (target.startsWith('node:') || target.includes('/node/')) && !name.startsWith('node/');
  const ofSdk = ({ target }: (typeof imports)[number]) => /^@opentelemetry\/(?!api$)/.test(target);
  expect(imports.filter((each) => ofNode(each) || ofSdk(each))).toEqual([]);
});
