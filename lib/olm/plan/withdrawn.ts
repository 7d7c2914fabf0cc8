/**
 * What becomes of a CSV that a plan has made after it was deleted itself: an installation that was cancelled while it was carried out
 * would leave an operator that nobody asks for. Where the Subscription is still there, it is wanted, and a new plan finds it.
 */

/** A CSV that a plan has made, while the plan has not come to its end. */
export interface MadeCsv {
  name: string;
  uid: string;
  /** Name of the Subscription that it was made for. */
  subscription: string;
}

/** What is in the namespace now that the plan is gone. */
export interface WithdrawalFacts {
  made: readonly MadeCsv[];
  /** Names of Subscriptions. */
  subscriptions: ReadonlySet<string>;
  /** CSVs that other plans at work bring. */
  coming: ReadonlySet<string>;
}

/** Those that nobody asks for. */
export function withdrawnCsvs({ made, subscriptions, coming }: WithdrawalFacts): MadeCsv[] {
  return made.filter(({ name, subscription }) => !subscriptions.has(subscription) && !coming.has(name));
}
