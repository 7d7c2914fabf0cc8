import { expect, it } from 'vitest';
import { COPIED_FROM_LABEL } from '#lib/olm/api/labels.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { rendered } from '#local/testing/components/rendered.tsx';
import { CopyNotice } from './copy-notice.tsx';

const hrefOf = ({ namespace, name }: { namespace?: string; name: string }): string =>
  `/operators/${namespace ?? ''}/${name}`;

it('says of a copy where the operator runs, and leads there', () => {
  const csv = anInstallableCsv('tickets.v1', { metadata: { labels: { [COPIED_FROM_LABEL]: 'home' } } });
  const { html } = rendered(<CopyNotice csv={csv} hrefOf={hrefOf} />);
  expect(html).toContain('A copy: the operator runs in home');
  expect(html).toContain('href="/operators/home/tickets.v1"');
});

it('says nothing of an operator that lives here', () => {
  expect(rendered(<CopyNotice csv={anInstallableCsv('tickets.v1')} hrefOf={hrefOf} />).html).toBe('');
});
