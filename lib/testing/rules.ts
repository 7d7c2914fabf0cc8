/** Rules of every sort with values to try them on; what is true of each is the API server's to say. */

/** Rules for values of one type. */
export interface RuleGroup {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly rules: readonly (Readonly<Record<string, unknown>> & { readonly rule: string })[];
  readonly values: readonly unknown[];
  /** What a value is changed to, for rules that compare with the one before. */
  readonly changes: readonly (readonly [old: unknown, next: unknown])[];
}

/** One line each: a rule as it is, or the whole of it as JSON. */
function rulesOf(lines: string): RuleGroup['rules'] {
  return linesOf(lines).map((line) =>
    line.startsWith('{"') ? (JSON.parse(line) as RuleGroup['rules'][number]) : { rule: line },
  );
}

/** A JSON list in each line. */
function valuesOf(lines: string): unknown[] {
  return linesOf(lines).flatMap((line) => JSON.parse(line) as unknown[]);
}

function changesOf(lines: string): RuleGroup['changes'] {
  return linesOf(lines).map((line) => JSON.parse(line) as [unknown, unknown]);
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function schemaOf(json: string): RuleGroup['schema'] {
  return JSON.parse(json) as RuleGroup['schema'];
}

/** By the type that the rules are written for; every rule is tried on every value, and on every change. */
export const ruleGroups: readonly RuleGroup[] = [
  {
    schema: schemaOf(`{"type":"string","maxLength":60}`),
    rules: rulesOf(`
      self == 'a'
      self != ''
      self.startsWith('ab')
      self.endsWith('.com')
      self.contains('-')
      self.size() > 2
      size(self) <= 5
      self.matches('^[a-z]+$')
      self in ['a', 'b', 'abc']
      self.matches('(?i)^AB')
      self.matches('^\\\\d+$')
      self.lowerAscii() == 'abc'
      self.upperAscii() == self
      self.indexOf('b') == 1
      self.lastIndexOf('b') > 1
      self.charAt(0) == 'a'
      self.substring(1) == 'b'
      self.substring(0, 2) == 'ab'
      self.replace('a', 'b') == 'bbc'
      self.replace('a', 'b', 1) != self
      self.split(',').size() == 2
      self.split('').size() == 3
      self.trim() == self
      self < 'b'
      self >= 'abc'
      int(self) > 5
      double(self) > 1.5
      duration(self) > duration('90s')
      timestamp(self) > timestamp('2024-01-01T00:00:00Z')
      self.split('.').all(part, part.size() > 0)
      string(size(self)) == '3'
      self + 'c' == 'abc'
      self.find('[0-9]+') == '12'
      self.findAll('[0-9]').size() == 2
      isURL(self)
      isQuantity(self) && quantity(self).isGreaterThan(quantity('1'))
      isIP(self)
      format.dns1123Label().validate(self).hasValue() == false
      {"rule":"self == 'a'","message":"must be a"}
      {"rule":"self == 'a'","messageExpression":"'must be a, not ' + self","message":"never said"}
      {"rule":"self == 'a'","messageExpression":"self.substring(5)","message":"said where the expression fails"}
      {"rule":"self == 'a'","reason":"FieldValueRequired","message":"a is needed"}
      {"rule":"self == 'a'","reason":"FieldValueForbidden","message":"only a is fine"}
      {"rule":"self == 'a'","reason":"FieldValueDuplicate","message":"not a"}
    `),
    values: valuesOf(`
      ["","a","b","ab","abc","AB","ABC","a-b.com","12","7","1.75","2m","1h30m","500Mi","2Gi","a,b"," a "]
      ["a..b","ü","straße","😀","a😀b","2025-05-05T10:00:00+02:00","1.2.3.4","::1","http://a.b/c","x12y3"]
      ["abab","+8","007","1e3","-3"]
    `),
    changes: changesOf(``),
  },
  {
    schema: schemaOf(`{"type":"integer"}`),
    rules: rulesOf(`
      self > 3
      self >= 0 && self <= 10
      self % 2 == 0
      self / 2 == 2
      self + 1 == 4
      self * 2 < 10
      -self < 0
      self - 5 > 0
      self in [1, 3, 5]
      self == 3 || self == 4
      double(self) > 2.5
      string(self) == '3'
      self > 0 ? self < 5 : self == -1
      10 / self > 1
      int(self) == 4
      self < 9223372036854775807
      -self / 2 == -1
      self % -3 == 1
    `),
    values: valuesOf(`
      [0,1,2,3,4,5,10,-1,-7,11,2147483648]
    `),
    changes: changesOf(``),
  },
  {
    schema: schemaOf(`{"type":"number"}`),
    rules: rulesOf(`
      self > 1.5
      self == 2.0
      self >= 1.0 && self < 3.0
      int(self) == 2
      self / 2.0 == 1.0
      string(self) == '2'
      self + 0.5 == 2.5
      self <= 2
    `),
    values: valuesOf(`
      [0,1.5,2,2.5,-1,1e+21,2.9]
    `),
    changes: changesOf(``),
  },
  {
    schema: schemaOf(`{"type":"boolean"}`),
    rules: rulesOf(`
      self
      !self
      self == true
      self ? true : false
      self || !self
    `),
    values: valuesOf(`
      [true,false]
    `),
    changes: changesOf(``),
  },
  {
    schema: schemaOf(`{"x-kubernetes-int-or-string":true}`),
    rules: rulesOf(`
      type(self) == int ? self > 3 : self.endsWith('%')
      self == 5
      self == '50%'
      string(self) == '5'
      self > 3
      self.matches('^[0-9]+%$')
      int(self) > 3
    `),
    values: valuesOf(`
      [5,3,"50%","5","x",0]
    `),
    changes: changesOf(``),
  },
  {
    schema: schemaOf(`{"type":"string","maxLength":60,"format":"date-time"}`),
    rules: rulesOf(`
      self > timestamp('2024-01-01T00:00:00Z')
      self == timestamp('2025-05-05T08:00:00Z')
      self.getFullYear() == 2025
    `),
    values: valuesOf(`
      ["2025-05-05T10:00:00+02:00","2023-12-31T23:59:59.999Z","2024-01-01T00:00:00Z"]
      ["2025-05-05T08:00:00.000Z"]
    `),
    changes: changesOf(``),
  },
  {
    schema: schemaOf(`{"type":"string","maxLength":60,"format":"duration"}`),
    rules: rulesOf(`
      self > duration('90s')
      self == duration('1h30m')
      self.getMinutes() > 2
    `),
    values: valuesOf(`
      ["1h30m","90m","30s","90s","1.5h","100ms"]
    `),
    changes: changesOf(``),
  },
  {
    schema: schemaOf(`{"type":"string","maxLength":60,"format":"byte"}`),
    rules: rulesOf(`
      size(self) > 2
      self == b'abc'
    `),
    values: valuesOf(`
      ["YWJj","YQ==","YWI="]
    `),
    changes: changesOf(``),
  },
  {
    schema: schemaOf(`{"type":"string","maxLength":60,"format":"date"}`),
    rules: rulesOf(`
      self > timestamp('2024-01-01T00:00:00Z')
    `),
    values: valuesOf(`
      ["2024-01-02","2023-01-01","2024-01-01"]
    `),
    changes: changesOf(``),
  },
  {
    schema: schemaOf(`{"type":"array","maxItems":6,"items":{"type":"string","maxLength":60}}`),
    rules: rulesOf(`
      self.all(x, x.size() > 1)
      self.exists(x, x == 'a')
      self.exists_one(x, x == 'a')
      self.size() > 1
      'a' in self
      self.map(x, x.size()).exists(s, s > 2)
      self.filter(x, x.startsWith('a')).size() <= 1
      self[0] == 'a'
      self.join(',') == 'a,b'
      self.join() == 'ab'
      self == ['a', 'b']
      self != ['b', 'a']
      self.isSorted()
      self.min() == 'a'
      self.max() == 'b'
      self.indexOf('b') == 1
      self.lastIndexOf('a') == 0
      sets.contains(self, ['a'])
      sets.equivalent(self, ['a', 'b'])
      sets.intersects(self, ['b', 'z'])
      self + ['c'] == ['a', 'b', 'c']
      self.all(x, self.exists_one(y, y == x))
      size(self) == 0 || self[0] != ''
      self.map(x, x + '!') == ['a!', 'b!']
      self.map(x, x != 'a', x).size() == 1
      !self.exists(x, x.matches('[^a-z]'))
    `),
    values: valuesOf(`
      [[],["a"],["a","b"],["b","a"],["a","a"],["ab","cde"],["abc","abd",""],["A"]]
    `),
    changes: changesOf(``),
  },
  {
    schema: schemaOf(`{"type":"array","maxItems":6,"items":{"type":"integer"}}`),
    rules: rulesOf(`
      self.sum() == 6
      self.isSorted()
      self.min() > 0
      self.max() < 10
      self.all(i, i % 2 == 0)
      self[self.size() - 1] == 3
    `),
    values: valuesOf(`
      [[],[1,2,3],[6],[2,4],[3,1,2],[-1,7]]
    `),
    changes: changesOf(``),
  },
  {
    schema: schemaOf(
      `{"type":"array","maxItems":6,"items":{"type":"string","maxLength":60},"x-kubernetes-list-type":"set"}`,
    ),
    rules: rulesOf(`
      self == ['b', 'a']
      self != ['a', 'b']
      ['b', 'a'] == self
      (self + ['a']).size() == self.size()
      self.all(x, x in ['a', 'b'])
      'a' in self
    `),
    values: valuesOf(`
      [[],["a"],["a","b"],["b","a"],["c"]]
    `),
    changes: changesOf(``),
  },
  {
    schema: schemaOf(
      `{"type":"array","maxItems":5,"items":{"type":"object","properties":{"name":{"type":"string","maxLength":60},"port":{"type":"integer","default":80},"tls":{"type":"boolean"}},"required":["name"]},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"]}`,
    ),
    rules: rulesOf(`
      self.exists(p, p.name == 'http')
      self.all(p, p.port > 0 && p.port < 1024)
      self.filter(p, has(p.tls) && p.tls).all(p, p.port == 443)
      self.size() == 0 || self[0].port == 80
      self.map(p, p.port).exists(n, n == 80)
      self.exists_one(p, p.name.startsWith('h'))
    `),
    values: valuesOf(`
      [[],[{"name":"http"}],[{"name":"https","port":443,"tls":true},{"name":"http"}]]
      [[{"name":"x","tls":true}],[{"name":"h","port":8080},{"name":"hh","tls":false}]]
    `),
    changes: changesOf(`
      [[{"name":"a"},{"name":"b","port":1}],[{"name":"b","port":1},{"name":"a"}]]
    `),
  },
  {
    schema: schemaOf(
      `{"type":"object","maxProperties":6,"additionalProperties":{"type":"string","maxLength":60}}`,
    ),
    rules: rulesOf(`
      'a' in self
      self.all(k, k.startsWith('a'))
      self.exists(k, self[k] == 'x')
      size(self) < 2
      has(self.a)
      !('b' in self) || self['b'] == 'x'
      self.a == 'x'
      self.all(k, self[k].size() < 3)
      self['x.y/z'] == 'x'
      !has(self.b) || self.b != ''
      self == {'a': 'x'}
      self.map(k, self[k]).exists(v, v == 'x')
    `),
    values: valuesOf(`
      [{},{"a":"x"},{"a":"","b":"x"},{"b":"yyyy"},{"x.y/z":"x","ab":"x"},{"a":"x","b":"x"},{"a":"😀"}]
    `),
    changes: changesOf(``),
  },
  {
    schema: schemaOf(
      `{"type":"object","properties":{"min":{"type":"integer","default":1},"max":{"type":"integer"},"mode":{"type":"string","maxLength":20,"enum":["A","B"]},"a-b":{"type":"string","maxLength":60},"c.d":{"type":"string","maxLength":60},"namespace":{"type":"string","maxLength":60},"in":{"type":"string","maxLength":60},"x__y":{"type":"string","maxLength":60},"name":{"type":"string","maxLength":60},"ports":{"type":"array","maxItems":5,"items":{"type":"object","properties":{"name":{"type":"string","maxLength":60},"port":{"type":"integer","default":80},"tls":{"type":"boolean"}}}},"free":{"type":"object","x-kubernetes-preserve-unknown-fields":true},"inner":{"type":"object","default":{},"properties":{"on":{"type":"boolean","default":true},"level":{"type":"integer"}}},"maybe":{"type":"string","maxLength":20,"nullable":true}}}`,
    ),
    rules: rulesOf(`
      self.min <= self.max
      !has(self.max) || self.min <= self.max
      has(self.max) == has(self.mode)
      has(self.mode) && self.mode == 'A' ? has(self.max) : true
      !has(self.a__dash__b) || self.a__dash__b == 'x'
      !has(self.c__dot__d) || self.c__dot__d == 'x'
      !has(self.__namespace__) || self.__namespace__ == 'x'
      !has(self.__in__) || self.__in__ == 'x'
      !has(self.x__underscores__y) || self.x__underscores__y == 'x'
      self.inner.on
      !has(self.inner.level) || self.inner.level > 1
      has(self.inner)
      has(self.ports) && self.ports.all(p, p.port >= self.min)
      !has(self.maybe) || self.maybe == 'x'
      has(self.maybe)
      !has(self.free)
      [has(self.max), has(self.mode), has(self.name)].filter(x, x).size() <= 1
      (has(self.max) ? 1 : 0) + (has(self.mode) ? 1 : 0) == 1
      self.?max.orValue(3) > 2
      self.?inner.?level.hasValue()
      has(self.name) && self.name != '' || has(self.mode)
      !(has(self.name) && self.name.size() > 3 && self.min > 1)
      self.max / self.min > 2
      {"rule":"!has(self.max) || self.min <= self.max","fieldPath":".max","message":"too small"}
      {"rule":"!has(self.c__dot__d) || self.c__dot__d == 'x'","fieldPath":"['c.d']","message":"no"}
      {"rule":"self.inner.on","fieldPath":".inner.on","messageExpression":"'not for ' + self.name"}
      {"rule":"!has(self.max) || self.min <= self.max","messageExpression":"'not in mode ' + self.mode"}
    `),
    values: valuesOf(`
      [{},{"max":0},{"min":5,"max":3,"mode":"A"},{"min":2,"max":9},{"mode":"A"}]
      [{"mode":"B","name":"abcdef","min":2},{"a-b":"x","c.d":"y","namespace":"x","in":"z","x__y":"x"}]
      [{"a-b":"y","c.d":"x","namespace":"z","in":"x","x__y":"q"},{"inner":{}}]
      [{"name":"x","inner":{"on":false,"level":1}},{"inner":{"on":false}},{"inner":{"level":2}}]
      [{"ports":[{},{"port":9}]},{"ports":[{"port":0}]},{"free":{"a":[1,{"b":null}]}},{"maybe":null}]
      [{"maybe":"y"},{"min":null},{"min":0,"max":4}]
    `),
    changes: changesOf(``),
  },
  {
    schema: schemaOf(
      `{"type":"object","x-kubernetes-embedded-resource":true,"properties":{"spec":{"type":"object","properties":{"n":{"type":"integer"}}}}}`,
    ),
    rules: rulesOf(`
      self.kind == 'Pod'
      self.metadata.name.startsWith('a')
      self.apiVersion == 'v1' && (!has(self.spec) || self.spec.n > 1)
    `),
    values: valuesOf(`
      [{"apiVersion":"v1","kind":"Pod","metadata":{"name":"abc","labels":{"a":"b"}}}]
      [{"apiVersion":"v1","kind":"Job","metadata":{"name":"b"},"spec":{"n":1}}]
    `),
    changes: changesOf(``),
  },
  {
    schema: schemaOf(
      `{"type":"object","properties":{"a":{"type":"string","maxLength":60},"n":{"type":"integer"},"list":{"type":"array","maxItems":6,"items":{"type":"string","maxLength":60}},"set":{"type":"array","maxItems":6,"items":{"type":"string","maxLength":60},"x-kubernetes-list-type":"set"}}}`,
    ),
    rules: rulesOf(`
      self == oldSelf
      self.n >= oldSelf.n
      !has(oldSelf.a) || has(self.a)
      oldSelf.list == self.list
      self.set == oldSelf.set
      has(self.a) && self.a == 'x'
      {"rule":"!oldSelf.hasValue() || oldSelf.value().n <= self.n","optionalOldSelf":true}
    `),
    values: valuesOf(`
      [{},{"a":"x","n":1},{"a":"y","list":["a"]}]
    `),
    changes: changesOf(`
      [{"n":1},{"n":1}]
      [{"n":2},{"n":1}]
      [{"a":"y","n":1},{"n":2}]
      [{"a":"y"},{"a":"y"}]
      [{"a":"x"},{"a":"z"}]
      [{"list":["a","b"]},{"list":["b","a"]}]
      [{"set":["a","b"]},{"set":["b","a"]}]
      [{"set":["a"]},{"set":["a","b"]}]
      [{},{"n":1}]
    `),
  },
];
