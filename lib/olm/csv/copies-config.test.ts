import { describe, expect, it } from 'vitest';
import { NOW } from '../../testing/install-facts.ts';
import type { OlmConfig } from '../api/types.ts';
import { copySwitchOf, decideOlmConfig } from './copies-config.ts';

describe('1f.7 the OLMConfig', () => {
  const config = (disableCopiedCSVs?: boolean, status?: OlmConfig['status']): OlmConfig => ({
    ...{ apiVersion: 'operators.coreos.com/v1', kind: 'OLMConfig', metadata: { name: 'cluster' } },
    spec: { features: disableCopiedCSVs === undefined ? {} : { disableCopiedCSVs } },
    ...(status === undefined ? {} : { status }),
  });

  it.each([
    { said: undefined, want: 'unsaid' },
    { said: false, want: 'on' },
    { said: true, want: 'off' },
  ])('with $said means copies are $want', ({ said, want }) => {
    expect(copySwitchOf(config(said))).toBe(want);
  });

  it('that is not there asks for nothing', () => {
    expect(copySwitchOf(undefined)).toBe('unsaid');
  });

  const rows = [
    {
      said: false,
      isMissing: false,
      isLeft: false,
      want: 'False CopiedCSVsEnabled: Copied CSVs are enabled and present across the cluster',
    },
    {
      said: false,
      isMissing: true,
      isLeft: false,
      want: 'False CopiedCSVsEnabled: Copied CSVs are enabled and at least one copied CSVs is missing',
    },
    {
      said: true,
      isMissing: false,
      isLeft: false,
      want: 'True CopiedCSVsDisabled: Copied CSVs are disabled and no unexpected copied CSVs were found for operators installed in AllNamespace mode',
    },
    {
      said: true,
      isMissing: false,
      isLeft: true,
      want: 'False CopiedCSVsDisabled: Copied CSVs are disabled and at least one unexpected copied CSV was found for an operator installed in AllNamespace mode',
    },
    {
      said: undefined,
      isMissing: false,
      isLeft: false,
      want: 'True CopiedCSVsDisabled: Copied CSVs are disabled and no unexpected copied CSVs were found for operators installed in AllNamespace mode',
    },
  ];
  it.each(rows)('is told: $want', ({ said, isMissing, isLeft, want }) => {
    const { status } = decideOlmConfig({ config: config(said), isMissing, isLeft }, NOW);
    const [condition] = status?.conditions ?? [];
    expect(`${String(condition?.status)} ${String(condition?.reason)}: ${String(condition?.message)}`).toBe(
      want,
    );
    // And once only.
    const again = config(said, status);
    expect(decideOlmConfig({ config: again, isMissing, isLeft }, NOW + 60_000).status).toBe(again.status);
  });
});
