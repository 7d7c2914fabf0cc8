/**
 * CustomResourceDefinition and the part of OpenAPI v3 it may carry.
 * Source: k8s.io/apiextensions-apiserver `pkg/apis/apiextensions/v1`, structural schemas only.
 */
import type { KubeObject } from './object.ts';

/** A node of a structural schema; as far as Capstan's own definitions need its keywords. */
export interface JsonSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  description?: string;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  items?: JsonSchema;
  enum?: (string | number | boolean | null)[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  nullable?: boolean;
  default?: unknown;
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  'x-kubernetes-int-or-string'?: boolean;
  'x-kubernetes-embedded-resource'?: boolean;
  'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  'x-kubernetes-list-map-keys'?: string[];
  'x-kubernetes-map-type'?: 'atomic' | 'granular';
}

/** A column of `kubectl get`; `priority` 0, or absent, is shown always, higher ones only with `-o wide`. */
export interface ColumnDefinition {
  name: string;
  type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  jsonPath: string;
  description?: string;
  format?: string;
  priority?: number;
}

/** An entry of `spec.versions`; exactly one of a definition has `storage: true`. */
export interface CrdVersion {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  deprecationWarning?: string;
  schema: { openAPIV3Schema: JsonSchema };
  subresources?: { status?: Record<string, never>; scale?: Record<string, string> };
  additionalPrinterColumns?: ColumnDefinition[];
}

/** A definition of `apiextensions.k8s.io/v1`; its name is `<plural>.<group>`. */
export interface CustomResourceDefinition extends KubeObject {
  apiVersion: 'apiextensions.k8s.io/v1';
  kind: 'CustomResourceDefinition';
  spec: {
    group: string;
    scope: 'Namespaced' | 'Cluster';
    names: {
      kind: string;
      plural: string;
      singular: string;
      listKind: string;
      shortNames?: string[];
      categories?: string[];
    };
    versions: CrdVersion[];
  };
}
