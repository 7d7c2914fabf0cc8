/** Certificates of a CSV: which are to be made, when they are to be made anew, and what its status says of them (OLM 70). */
import { rfc3339 } from '../../../base/time.ts';
import type { CsvStatus } from '../../api/types.ts';
import type { ObjectWrite } from '../../plan/decision.ts';
import type { CsvFacts, DeploymentCertificate } from '../facts.ts';
import { isSameStatus } from '../status.ts';
import { callersOf, trustedByCallers } from './callers.ts';
import { secretOf } from './objects.ts';
import { certified } from './serving.ts';

const isDue = (certificate: DeploymentCertificate | undefined, now: number): boolean =>
  certificate === undefined || now >= certificate.rotateAt;

/** Whether one is missing, of no use, or near its end. `now`: unix ms. */
export function needsCertificates(facts: CsvFacts, now: number): boolean {
  return certified(facts).some(({ has }) => isDue(has, now));
}

/** Whether one is missing, or of no use: what its Deployment is to be cannot be told without. */
export function lacksCertificates(facts: CsvFacts): boolean {
  return certified(facts).some(({ has }) => has === undefined);
}

/** Whether one that there is comes near its end. `now`: unix ms. */
export function isRotationDue(facts: CsvFacts, now: number): boolean {
  return certified(facts).some(({ has }) => has !== undefined && isDue(has, now));
}

/** The certificates to make. Callers go on trusting the authority before, as pods serve with what they have for a while. */
export function certificateWrites(facts: CsvFacts, now: number): ObjectWrite[] {
  return certified(facts)
    .filter(({ has }) => isDue(has, now))
    .map(({ serving, has }) => ({
      kind: 'certificate',
      secret: secretOf(facts.csv, serving),
      hosts: serving.hosts,
      trusted: has === undefined ? trustedByCallers(facts, serving.deployment.name) : atob(has.caBundle),
      callers: callersOf(facts, serving.deployment.name),
    }));
}

/** The status with when the certificates were made, and will be made anew; the very same object when it tells of that. */
export function withCertificateTimes(status: CsvStatus, facts: CsvFacts): CsvStatus {
  const all = certified(facts).flatMap(({ has }) => has ?? []);
  if (all.length === 0) return status;
  const certsLastUpdated = rfc3339(Math.max(...all.map(({ madeAt }) => madeAt)));
  const certsRotateAt = rfc3339(Math.min(...all.map(({ rotateAt }) => rotateAt)));
  const told = { ...status, certsLastUpdated, certsRotateAt };
  return isSameStatus(status, told) ? status : told;
}

/** Timers of the platform end at some weeks, and a clock may be set: looked at once a day at least. */
const LOOK_MS = 86_400_000;

/** Milliseconds until the first is to be made anew, or to be looked at again; undefined when the CSV has none. */
export function untilRotation(facts: CsvFacts, now: number): number | undefined {
  const all = certified(facts).flatMap(({ has }) => has ?? []);
  if (all.length === 0) return undefined;
  return Math.max(0, Math.min(LOOK_MS, ...all.map(({ rotateAt }) => rotateAt - now)));
}
