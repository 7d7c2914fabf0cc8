import { describe, expect, it } from 'vitest';
import { descriptorTree } from './descriptors.ts';
import { instanceTypeFromCrd, instanceTypeFromOpenApi } from './instance-type.ts';
import { summarise } from './summary.ts';

const name = { group: 'flights.com', version: 'v1', plural: 'flighttickets' };
const schema = { type: 'object', properties: { spec: { type: 'object' } } };
const crd = {
  spec: {
    scope: 'Namespaced',
    names: { kind: 'FlightTicket' },
    versions: [
      {
        name: 'v1',
        served: true,
        schema: { openAPIV3Schema: schema },
        additionalPrinterColumns: [{ name: 'To', type: 'string', jsonPath: '.spec.to' }],
      },
      { name: 'v0', served: false },
      { name: 'v2', served: true, deprecated: true },
    ],
  },
};

describe('instanceTypeFromCrd', () => {
  it('reads kind, scope, schema and columns of the version', () => {
    const reading = instanceTypeFromCrd(crd, name);
    expect(reading.ok ? reading.type : reading.absence).toMatchObject({
      resource: { ...name, kind: 'FlightTicket', namespaced: true },
      hasSchema: true,
      columns: [{ name: 'To' }],
      versions: ['v1', 'v2'],
    });
  });
  it.each([
    [crd, { ...name, version: 'v0' }, ['v1', 'v2']],
    [null, name, []],
  ])('says what is served instead', (given, asked, want) => {
    expect(instanceTypeFromCrd(given, asked)).toEqual({
      ok: false,
      absence: { kind: 'others', served: want },
    });
  });
  it.each([
    { version: 'v1' },
    { versions: [{ name: 'v1', served: true }] },
    { versions: [{ name: 'v1', served: true, schema: null }] },
  ])('reads an old definition, whose schema and columns are those of all versions: %j', (versions) => {
    const old = {
      ...{ scope: 'Namespaced', names: { kind: 'FlightTicket' }, validation: { openAPIV3Schema: schema } },
      ...{ additionalPrinterColumns: [{ name: 'To', type: 'string', JSONPath: '.spec.to' }], ...versions },
    };
    expect(instanceTypeFromCrd({ spec: old }, name)).toMatchObject({
      ok: true,
      type: { hasSchema: true, columns: [{ name: 'To' }], versions: ['v1'] },
    });
  });
  it('tells of deprecation and missing schemas', () => {
    const reading = instanceTypeFromCrd(crd, { ...name, version: 'v2' });
    expect(reading).toMatchObject({
      ok: true,
      type: { hasSchema: false, deprecated: true },
    });
  });
});

describe('instanceTypeFromOpenApi', () => {
  const kind = { group: 'flights.com', version: 'v1', kind: 'FlightTicket' };
  const document = {
    paths: {
      '/apis/flights.com/v1/namespaces/{namespace}/flighttickets': {
        get: { 'x-kubernetes-group-version-kind': kind },
      },
    },
    components: {
      schemas: { 'com.flights.v1.FlightTicket': { ...schema, 'x-kubernetes-group-version-kind': [kind] } },
    },
  };
  it('finds the type', () => {
    expect(instanceTypeFromOpenApi(document, name)).toMatchObject({
      ok: true,
      type: { resource: { kind: 'FlightTicket', namespaced: true }, hasSchema: true },
    });
    expect(instanceTypeFromOpenApi({}, name)).toMatchObject({ ok: false });
  });
});

describe('summarise', () => {
  it('names leaves by the titles on the way', () => {
    const descriptors = descriptorTree([
      { path: 'server.route.enabled', displayName: 'Route Enabled' },
      { path: 'token', 'x-descriptors': ['urn:alm:descriptor:com.tectonic.ui:password'] },
    ]);
    const value = {
      server: { route: { enabled: true } },
      tags: ['a', 'b'],
      hosts: [{ name: 'x' }],
      token: 's',
      empty: {},
      conditions: [],
    };
    const lines = summarise(
      value,
      descriptors,
      { yes: 'Yes', no: 'No', none: 'None' },
      new Set(['conditions']),
    );
    expect(lines.map((line) => [line.titles.join(' › '), line.text, line.secret])).toEqual([
      ['Server › Route › Route Enabled', 'Yes', false],
      ['Tags', 'a, b', false],
      ['Hosts › 1 › Name', 'x', false],
      ['Token', 's', true],
      ['Empty', 'None', false],
    ]);
  });
});
