/** English, the source: what keys there are. The other languages are folders with the same files (README.md). */
import app from './en/app.json' with { type: 'json' };
import authoring from './en/authoring.json' with { type: 'json' };
import capability from './en/capability.json' with { type: 'json' };
import catalog from './en/catalog.json' with { type: 'json' };
import changes from './en/changes.json' with { type: 'json' };
import compare from './en/compare.json' with { type: 'json' };
import dataObjects from './en/data-objects.json' with { type: 'json' };
import declarative from './en/declarative.json' with { type: 'json' };
import firstSteps from './en/first-steps.json' with { type: 'json' };
import granted from './en/granted.json' with { type: 'json' };
import groups from './en/groups.json' with { type: 'json' };
import install from './en/install.json' with { type: 'json' };
import instances from './en/instances.json' with { type: 'json' };
import olm from './en/olm.json' with { type: 'json' };
import operatorPackages from './en/operator-packages.json' with { type: 'json' };
import operators from './en/operators.json' with { type: 'json' };
import packages from './en/packages.json' with { type: 'json' };
import plans from './en/plans.json' with { type: 'json' };
import problems from './en/problems.json' with { type: 'json' };
import removal from './en/removal.json' with { type: 'json' };
import resolution from './en/resolution.json' with { type: 'json' };
import reviews from './en/reviews.json' with { type: 'json' };
import rights from './en/rights.json' with { type: 'json' };
import forms from './en/schema-form.json' with { type: 'json' };
import shell from './en/shell.json' with { type: 'json' };
import signIn from './en/sign-in.json' with { type: 'json' };
import sources from './en/sources.json' with { type: 'json' };
import states from './en/states.json' with { type: 'json' };
import subscriptions from './en/subscriptions.json' with { type: 'json' };
import ui from './en/ui.json' with { type: 'json' };
import unmanaged from './en/unmanaged.json' with { type: 'json' };
import upgrades from './en/upgrades.json' with { type: 'json' };
import webhooks from './en/webhooks.json' with { type: 'json' };
import wayBack from './en/way-back.json' with { type: 'json' };
import why from './en/why.json' with { type: 'json' };

export const en = {
  app,
  authoring,
  capability,
  catalog,
  changes,
  compare,
  'data-objects': dataObjects,
  declarative,
  'first-steps': firstSteps,
  granted,
  groups,
  install,
  instances,
  olm,
  'operator-packages': operatorPackages,
  operators,
  packages,
  plans,
  problems,
  removal,
  resolution,
  reviews,
  rights,
  'schema-form': forms,
  shell,
  'sign-in': signIn,
  sources,
  states,
  subscriptions,
  ui,
  unmanaged,
  upgrades,
  'way-back': wayBack,
  webhooks,
  why,
};
