/**
 * What the cluster's OLMConfig says of copies of CSVs, and what it is told of them (OLM 80).
 * Source: OLM `pkg/controller/operators/olm/operator.go` (syncOLMConfig, getCopiedCSVsCondition).
 */
import { rfc3339 } from '../../base/time.ts';
import { withCondition, type ConditionInput } from '../../k8s/conditions.ts';
import type { OlmConfig } from '../api/types.ts';
import type { OwnCondition } from '../api/vocabulary.ts';
import type { Decision } from '../plan/decision.ts';
import { stableJson } from '../../base/hash.ts';
import type { CopySwitch } from './copies.ts';

/** The one that counts. */
export const OLM_CONFIG_NAME = 'cluster';

/** Upstream copies without a word; here copies have to be asked for, as there is one for each operator and namespace. */
export function copySwitchOf(config: OlmConfig | undefined): CopySwitch {
  const disabled = config?.spec?.features?.disableCopiedCSVs;
  return disabled === undefined ? 'unsaid' : disabled ? 'off' : 'on';
}

/** What became of the copies of all operators. */
export interface OlmConfigFacts {
  config: OlmConfig;
  /** An operator lacks a copy that it is to have. */
  isMissing: boolean;
  /** An operator that serves all namespaces has a copy that it is not to have. */
  isLeft: boolean;
}

/** `now`: unix ms. */
export function decideOlmConfig(
  { config, isMissing, isLeft }: OlmConfigFacts,
  now: number,
): Decision<NonNullable<OlmConfig['status']>> {
  const { status = {} } = config;
  const condition =
    copySwitchOf(config) === 'on'
      ? disabled('False', 'CopiedCSVsEnabled', isMissing ? ENABLED.missing : ENABLED.present)
      : disabled(isLeft ? 'False' : 'True', 'CopiedCSVsDisabled', isLeft ? DISABLED.left : DISABLED.gone);
  const conditions = withCondition(status.conditions, condition, rfc3339(now));
  const isSaid = stableJson(conditions) === stableJson(status.conditions ?? []);
  return { status: isSaid ? config.status : { ...status, conditions }, actions: [] };
}

const ENABLED = {
  present: 'Copied CSVs are enabled and present across the cluster',
  missing: 'Copied CSVs are enabled and at least one copied CSVs is missing',
} as const;
const DISABLED = {
  gone: 'Copied CSVs are disabled and no unexpected copied CSVs were found for operators installed in AllNamespace mode',
  left: 'Copied CSVs are disabled and at least one unexpected copied CSV was found for an operator installed in AllNamespace mode',
} as const;

function disabled(
  status: 'True' | 'False',
  reason: OwnCondition['reason'],
  message: string,
): ConditionInput & OwnCondition {
  return { type: 'DisabledCopiedCSVs', status, reason, message };
}
