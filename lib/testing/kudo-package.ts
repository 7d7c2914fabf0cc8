/** Packages for tests of lib/kudo. */
import type { PackageFiles } from '../kudo/package/files.ts';

/** Files by path, from texts. */
export function filesOf(texts: Readonly<Record<string, string>>): PackageFiles {
  return new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]));
}

/** `web` 1.0.0 with one task that applies one template with one parameter; complete, and nothing is wrong with it. */
export const SOUND_PACKAGE = {
  'operator.yaml': `apiVersion: kudo.dev/v1beta1
name: web
operatorVersion: 1.0.0
kubernetesVersion: 1.17.0
tasks:
  - name: app
    kind: Apply
    spec:
      resources:
        - app.yaml
plans:
  deploy:
    strategy: serial
    phases:
      - name: main
        strategy: serial
        steps:
          - name: everything
            tasks:
              - app
`,
  'params.yaml': `apiVersion: kudo.dev/v1beta1
parameters:
  - name: SIZE
    description: How much
    default: "1"
`,
  'templates/app.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: app
data:
  size: "{{ .Params.SIZE }}"
`,
} as const;

/** A file of it, with some of its text replaced; a text that is not there is a mistake of the test. */
export function soundPackageWith(
  file: keyof typeof SOUND_PACKAGE,
  ...changes: readonly (readonly [string, string])[]
): PackageFiles {
  let text: string = SOUND_PACKAGE[file];
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    text = text.replace(from, () => to);
  }
  return filesOf({ ...SOUND_PACKAGE, [file]: text });
}
