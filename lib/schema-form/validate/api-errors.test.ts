import { describe, expect, it } from 'vitest';
import { apiFieldErrors, type ApiRefusal } from './api-errors.ts';
import { fieldsInText } from './api-texts.ts';
import { formatPath } from '../schema/path.ts';
import { fieldOf } from '../schema/schema.ts';

const object = {
  metadata: { name: 'x', labels: { 'a.b/c': 'bad value!', 'bad key!': 'ok' } },
  spec: {
    number: 11,
    a: [{ b: 1 }],
    m: { 'k.l/m': 'x', 'x[0]': 'y', 'q"q': 'z', 'in]side': 'w' },
    cel: {},
  },
};

function told(refusal: ApiRefusal): string[] {
  return apiFieldErrors(refusal, object).map(({ path, problem, by }) => {
    const values = 'said' in problem ? [] : [problem.values?.['webhook'], problem.values?.['why']];
    const more = values.filter((value) => value !== undefined).join(': ');
    const words = 'said' in problem ? problem.said : `${problem.code}${more === '' ? '' : ` ${more}`}`;
    const who = by === undefined || by.kind === 'cluster' ? '' : ` (${by.kind} ${by.name})`;
    return `${formatPath(path)} ${words}${who}`;
  });
}

function caused(field: string, message: string): string[] {
  return told({ message: 'FlightTicket.flights.com "x" is invalid: …', causes: [{ field, message }] });
}

describe('words of the API server about a field', () => {
  it.each([
    [
      'spec.number',
      'Invalid value: 11: spec.number in body should be less than or equal to 10',
      'spec.number should be less than or equal to 10',
    ],
    ['spec.number', 'Required value', 'spec.number required'],
    ['spec.number', 'Required value: say how many', 'spec.number say how many'],
    ['spec.number', 'Unsupported value: "c": supported values: "a", "b"', 'spec.number options'],
    [
      'spec.number',
      'Invalid value: "string": spec.number in body must be of type integer: "string"',
      'spec.number integer',
    ],
    ['spec.a[0]', 'Duplicate value: {"name":"a","b":"}: ]"}', 'spec.a[0] duplicate'],
    ['spec.a[0]', 'Duplicate value: "a: b"', 'spec.a[0] duplicate'],
    ['spec.cel.max', 'Invalid value: must not be less than min', 'spec.cel.max must not be less than min'],
    ['spec.cel', 'Invalid value: "object": must not be less than min', 'spec.cel must not be less than min'],
    ['spec.cel', 'Invalid value: {"min":5,"max":3}: needs: more', 'spec.cel needs: more'],
    ['spec.cel', 'Invalid value: failed rule: self.min < self.max', 'spec.cel failedRule'],
    [
      'spec.cel',
      'Invalid value: "object": no such key: min evaluating rule: must be',
      'spec.cel no such key: min evaluating rule: must be',
    ],
    ['spec.number', 'Forbidden: not for you', 'spec.number not for you'],
    ['spec.number', 'Too long: may not be more than 3 bytes', 'spec.number may not be more than 3 bytes'],
    ['spec.number', 'Invalid value: "abc', 'spec.number "abc'],
    ['spec.m.k.l/m', 'Required value', 'spec.m["k.l/m"] required'],
    ['spec.m[k.l/m]', 'Required value', 'spec.m["k.l/m"] required'],
    ['spec.m.x[0]', 'Required value', 'spec.m["x[0]"] required'],
    ['spec.m[x[0]]', 'Required value', 'spec.m["x[0]"] required'],
    ['spec.m.q"q', 'Required value', 'spec.m["q\\"q"] required'],
    ['spec.m[in]side]', 'Required value', 'spec.m["in]side"] required'],
    [
      'metadata.labels',
      'Invalid value: "bad value!": a valid label must be so',
      'metadata.labels["a.b/c"] a valid label must be so',
    ],
    [
      'metadata.labels',
      'Invalid value: "bad key!": name part must be so',
      'metadata.labels["bad key!"] name part must be so',
    ],
    ['spec.a.b', 'Required value', 'spec.a spec.a.b: Required value'],
    ['spec.none.deep[3].x', 'Required value: do', 'spec.none spec.none.deep[3].x: Required value: do'],
    ['<nil>', 'Invalid value: null: broken', ' broken'],
  ])('%s: %s', (field, message, want) => {
    expect(caused(field, message)).toEqual([want]);
  });

  it('does not repeat that more was not checked', () => {
    const message =
      'Invalid value: null: some validation rules were not checked because the object was invalid; correct …';
    expect(caused('<nil>', message)).toEqual([]);
  });

  it('stays at a field that is not there but that the schema knows', () => {
    const schema = fieldOf({
      properties: { spec: { properties: { none: { properties: { deep: { type: 'string' } } } } } },
    });
    const refusal = { message: '', causes: [{ field: 'spec.none.deep', message: 'Required value' }] };
    expect(apiFieldErrors(refusal, object, schema)[0]?.path).toEqual(['spec', 'none', 'deep']);
    expect(apiFieldErrors(refusal, object)[0]?.path).toEqual(['spec', 'none']);
  });
});

describe('messages without causes', () => {
  it.each<[string, string[]]>([
    [
      'strict decoding error: unknown field "spec.a[0].c", duplicate field "spec.number"',
      ['spec.a[0].c unknownField', 'spec.number twice'],
    ],
    [
      '… json: cannot unmarshal string into Go struct field ObjectMeta.metadata.labels of type map[string]string',
      ['metadata.labels dictionary'],
    ],
    [
      '… json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
      ['metadata.labels string'],
    ],
    [
      'admission webhook "w.x.y" denied the request: spec.number: Invalid value: 11: odd',
      ['spec.number odd (webhook w.x.y)'],
    ],
    [
      'admission webhook "w.x.y" denied the request: [spec.number: Required value, spec.a[0].b: Invalid value: "x, y": no, not so]',
      ['spec.number required (webhook w.x.y)', 'spec.a[0].b no, not so (webhook w.x.y)'],
    ],
    [
      'admission webhook "w.x.y" denied the request: Come back tomorrow: we are closed',
      [' Come back tomorrow: we are closed (webhook w.x.y)'],
    ],
    [
      'admission webhook "w.x.y" denied the request without explanation',
      [' admission webhook "w.x.y" denied the request without explanation (webhook w.x.y)'],
    ],
    [
      'Internal error occurred: failed calling webhook "w.x.y": failed to call webhook: Post "https://s.n.svc:443/v?timeout=10s": dial tcp 10.0.0.1:443: connect: connection refused',
      [' webhookUnasked w.x.y: dial tcp 10.0.0.1:443: connect: connection refused (webhook w.x.y)'],
    ],
    [
      'Internal error occurred: failed calling webhook "w.x.y": failed to call webhook: Post "https://s.n.svc:443/v?timeout=10s": proxy error from /home/a b/door while dialing 10.0.0.1:443, code 403: 403 Forbidden: no process of this machine stands behind Service n/s',
      [' webhookUnasked w.x.y: no process of this machine stands behind Service n/s (webhook w.x.y)'],
    ],
    [
      'conversion webhook for x.y/v1, Kind=Widget failed: Post "https://s.n.svc:443/c?timeout=30s": proxy error from 10.0.0.9:8131 while dialing 10.0.0.1:443, code 503: 503 Service Unavailable',
      [' conversionUnasked x.y/v1, Kind=Widget: 503 Service Unavailable'],
    ],
    [
      'Internal error occurred: failed calling webhook "w.x.y": failed to call webhook: service "s" not found',
      [' webhookUnasked w.x.y: service "s" not found (webhook w.x.y)'],
    ],
    [
      'conversion webhook for x.y/v1, Kind=Widget failed: Post "https://s.n.svc:443/c?timeout=30s": no endpoints available for service "s"',
      [' conversionUnasked x.y/v1, Kind=Widget: no endpoints available for service "s"'],
    ],
    [
      "widgets \"x\" is forbidden: ValidatingAdmissionPolicy 'p.q' with binding 'b' denied request: not more than 5",
      [' not more than 5 (policy p.q)'],
    ],
    ['widgets "x" already exists', ['metadata.name nameTaken']],
    ['namespaces "nope" not found', ['metadata.namespace noNamespace']],
    ['Request entity too large: limit is 3145728', []],
  ])('%s', (message, want) => {
    expect(told({ message, causes: [] })).toEqual(want);
  });

  it('takes no other text for a field', () => {
    expect(fieldsInText('see https://x.y/z: Forbidden, or ask')).toEqual([]);
    expect(fieldsInText('Invalid value: 3')).toEqual([]);
  });
});
