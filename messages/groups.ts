/** Texts that only some pages need; the others do not load them. */
import { textGroup } from './load.ts';

/** By the pages that need them. */
export const GROUPS = {
  authoring: textGroup(
    (folder) => import(`./${folder}/authoring.json?with=operator-packages,declarative,schema-form`),
  ),
  capability: textGroup((folder) => import(`./${folder}/capability.json?with=`)),
  compare: textGroup((folder) => import(`./${folder}/compare.json?with=rights`)),
  declarative: textGroup((folder) => import(`./${folder}/declarative.json?with=`)),
  firstSteps: textGroup((folder) => import(`./${folder}/first-steps.json?with=`)),
  forms: textGroup((folder) => import(`./${folder}/instances.json?with=data-objects,schema-form`)),
  granted: textGroup((folder) => import(`./${folder}/granted.json?with=rights`)),
  groups: textGroup((folder) => import(`./${folder}/groups.json?with=operators,states`)),
  install: textGroup((folder) => import(`./${folder}/install.json?with=`)),
  operatorPackages: textGroup((folder) => import(`./${folder}/operator-packages.json?with=declarative`)),
  packages: textGroup((folder) => import(`./${folder}/packages.json?with=rights`)),
  plans: textGroup((folder) => import(`./${folder}/plans.json?with=`)),
  removal: textGroup((folder) => import(`./${folder}/removal.json?with=`)),
  resolutions: textGroup((folder) => import(`./${folder}/resolution.json?with=subscriptions`)),
  reviews: textGroup((folder) => import(`./${folder}/reviews.json?with=rights,states,schema-form,way-back`)),
  sources: textGroup((folder) => import(`./${folder}/sources.json?with=data-objects,states`)),
  states: textGroup((folder) => import(`./${folder}/states.json?with=operators`)),
  unmanaged: textGroup((folder) => import(`./${folder}/unmanaged.json?with=`)),
  upgrades: textGroup((folder) => import(`./${folder}/upgrades.json?with=states,way-back`)),
  webhooks: textGroup((folder) => import(`./${folder}/webhooks.json?with=`)),
  why: textGroup((folder) => import(`./${folder}/why.json?with=`)),
};
