/** What people notice, held by the tests and measured by the benchmarks. A KB is 1,024 bytes, compressed with brotli. */
export const budgets = {
  /** Each is measured with colors that are nobody's, so another theme changes nothing. */
  css: { pagesToRead: 14, dashboard: 14 },
  fonts: 80,
  /** Cart, booking and sign-in among them, whose forms the one small script sends. */
  scriptOfContentPage: 5,
  scriptOfWorkPage: 115,
  /** Everything that the first view of the home page transfers to a phone. */
  home: 200,
}

/** How much of a budget the code may use by itself: the rest is left for what a clinic says and shows. */
export const leavesRoom = (budget: number) => budget * 0.95
