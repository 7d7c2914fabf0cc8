/** For a function that is often asked the same thing twice in a row, and takes long to answer. */

/** The same function, which remembers its last answer: whoever asks again gets the very same value, and must not change it. */
export function lastOf<T extends string | number, R>(answer: (question: T) => R): (question: T) => R {
  let last: { question: T; answer: R } | undefined;
  return (question) => {
    if (last?.question !== question) last = { question, answer: answer(question) };
    return last.answer;
  };
}
