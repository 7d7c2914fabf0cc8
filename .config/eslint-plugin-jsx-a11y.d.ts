/** What we use of a plugin that brings no types. */
declare module 'eslint-plugin-jsx-a11y' {
  import type { FlatConfig } from 'typescript-eslint';

  const plugin: FlatConfig.Plugin & {
    readonly flatConfigs: { readonly strict: { readonly rules: FlatConfig.Rules } };
  };
  export { plugin as default };
}
