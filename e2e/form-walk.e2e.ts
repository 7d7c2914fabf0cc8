/**
 * The create form on CRDs and examples of real operators, all of them, in one page of a browser: the console's own page
 * before a cluster made of answers. Without a cluster, a server and a page load for each it takes seconds, so nothing is
 * left out; real-forms.e2e.ts goes the whole way with a few.
 */
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { pageScript, pageStyles } from '#local/testing/page-script.ts';
import { isDeep } from '#local/testing/effort.ts';
import { collectErrors } from './fixtures/capstan.ts';
import { crdOf, csvOf, givenBy, NAMESPACE, realForms, resourceOf } from './fixtures/real-forms.ts';
import type { Opening } from './walk/form-page.tsx';

interface FormPage {
  readonly page: Page;
  /** Those on the browser console since the last call. */
  readonly takeErrors: () => readonly string[];
}

interface WorkerFixtures {
  readonly formPage: FormPage;
}

const test = base.extend<object, WorkerFixtures>({
  formPage: [
    async ({ browser }, use) => {
      const entry = join(import.meta.dirname, 'walk/form-page.tsx');
      // React's own checks of its user take twice the time; what they have to say on the console fails the test.
      const script = pageScript(entry, isDeep ? 'development' : 'production');
      const [content, styles] = await Promise.all([script, pageStyles()]);
      // Wide enough for form and YAML side by side. Nobody looks at what is painted, so it need not move either.
      const viewport = { width: 1440, height: 1200 };
      const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
      const errors = collectErrors(page);
      await page.setContent('<!doctype html><html lang="en"><body></body></html>');
      await page.addStyleTag({ content: styles });
      await page.addScriptTag({ content });
      let taken = 0;
      const takeErrors = (): readonly string[] => {
        const fresh = errors.slice(taken);
        taken = errors.length;
        return fresh;
      };
      await use({ page, takeErrors });
      await page.close();
    },
    { scope: 'worker' },
  ],
});

const forms = realForms();

// What happens in the page is said by the walk; a trace would hold every object that went into it.
test.use({ trace: 'off' });

test.skip(forms.length === 0, 'the data of real operators is absent');

for (const form of forms) {
  test(`${form.package} ${form.kind}`, async ({ formPage: { page, takeErrors } }) => {
    for (const [index, example] of form.examples.entries()) {
      const opening: Opening = {
        crd: crdOf(form),
        csv: csvOf({ ...form, examples: [example] }),
        namespaces: [NAMESPACE, 'default'],
        name: resourceOf(form),
        namespace: NAMESPACE,
        given: givenBy(form, example),
      };
      const wrong = await page.evaluate((one) => window.formPage.walk(one), opening);
      expect(wrong, `example ${String(index + 1)}`).toEqual([]);
    }
    expect(takeErrors(), 'errors on the browser console').toEqual([]);
  });
}
