/** Label selectors as objects carry them (meta/v1 LabelSelector). */

/** `spec.selector` and the like; expressions stay as they were written until they are matched. */
export interface LabelSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: readonly unknown[];
}

/** An empty selector matches everything. An expression that nobody understands matches nothing. */
export function matchesSelector(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  const wanted = Object.entries(selector.matchLabels ?? {});
  return (
    wanted.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value) &&
    (selector.matchExpressions ?? []).every((expression) => matchesExpression(expression, labels))
  );
}

function matchesExpression(expression: unknown, labels: Readonly<Record<string, string>>): boolean {
  if (typeof expression !== 'object' || expression === null) return false;
  if (!('key' in expression) || typeof expression.key !== 'string') return false;
  const value = Object.hasOwn(labels, expression.key) ? labels[expression.key] : undefined;
  const values: unknown = 'values' in expression ? expression.values : undefined;
  const listed = value !== undefined && Array.isArray(values) && values.includes(value);
  return verdict('operator' in expression ? expression.operator : undefined, value !== undefined, listed);
}

function verdict(operator: unknown, has: boolean, listed: boolean): boolean {
  switch (operator) {
    case 'In':
      return listed;
    case 'NotIn':
      return !listed;
    case 'Exists':
      return has;
    case 'DoesNotExist':
      return !has;
    default:
      return false;
  }
}
