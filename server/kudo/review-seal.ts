/**
 * Reviews are sealed: an Instance that was written while nobody stood before the API server cannot bring one of its own. The
 * key is kept in a Secret, for all replicas and all lives of the controller.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { refKey, type ObjectRef } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { reviewOf, reviewText, type AuthorReview } from '#lib/kudo/admission/review.ts';
import type { KudoInstance } from '#lib/kudo/api/types.ts';
import { MANAGED_BY, MANAGED_BY_LABEL } from '#lib/olm/api/crds/index.ts';
import { at } from '#lib/base/loose.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';

const SECRET_NAME = 'capstan-instance-reviews';
const KEY = 'key';
const KEY_BYTES = 32;

/** Reads the key, or makes one where there is none: the one that is `known`, where its Secret has gone. Rejects with KubeError. */
export async function reviewKey(client: KubeClient, namespace: string, known?: Buffer): Promise<Buffer> {
  for (;;) {
    try {
      const data = at(await client.get(resources.secrets, { namespace, name: SECRET_NAME }), 'data', KEY);
      const key = Buffer.from(typeof data === 'string' ? data : '', 'base64');
      if (key.length >= KEY_BYTES) return key;
      throw new Error(`Secret ${namespace}/${SECRET_NAME} holds no key: delete it, and another one is made`);
    } catch (error) {
      if (!isKubeError(error, 'notFound')) throw error;
    }
    try {
      await client.create(resources.secrets, {
        ...{ apiVersion: 'v1', kind: 'Secret', type: 'Opaque' },
        metadata: { namespace, name: SECRET_NAME, labels: { [MANAGED_BY_LABEL]: MANAGED_BY } },
        data: { [KEY]: (known ?? randomBytes(KEY_BYTES)).toString('base64') },
      });
    } catch (error) {
      // Another replica was quicker: its key is as good.
      if (!isKubeError(error, 'alreadyExists')) throw error;
    }
  }
}

/** The annotation's text for the instance of that name. */
export function sealed(key: Buffer, instance: ObjectRef, review: AuthorReview): string {
  return reviewText({ ...review, seal: sealOf(key, instance, review) });
}

/** What the annotation says, if we have written it for this instance. */
export function sealedReview(key: Buffer, instance: KudoInstance): AuthorReview | undefined {
  const found = reviewOf(instance);
  if (found?.seal === undefined) return undefined;
  const { seal, ...review } = found;
  const { namespace = '', name } = instance.metadata;
  const [is, should] = [seal, sealOf(key, { namespace, name }, review)].map((text) => Buffer.from(text));
  const isOurs =
    is !== undefined && should !== undefined && is.length === should.length && timingSafeEqual(is, should);
  return isOurs ? review : undefined;
}

function sealOf(key: Buffer, instance: ObjectRef, { versions, rights, later }: AuthorReview): string {
  const text = `${refKey(instance)}\n${reviewText({ versions, rights, later })}`;
  return createHmac('sha256', key).update(text).digest('base64url');
}
