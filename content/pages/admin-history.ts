/** The versions of a record that were published. */
export const historyWords = {
  heading: 'Earlier versions',
  hint: 'A version that you restore becomes the newest one. Nothing is lost.',
  current: 'Shown now',
  restore: 'Restore',
  restoreNamed: (version: string) => `Restore ${version}`,
  delivered: 'Original text',
  number: (version: number) => `Version ${version}`,
  publishedBy: (when: string, who: string) => `Published ${when} by ${who}`,
  savedBy: (when: string, who: string) => `Saved ${when} by ${who}`,
  deleted: 'a deleted account',
  program: 'an update of the website',
}
