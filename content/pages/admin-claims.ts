import type { Page, Parts } from './page.ts'

/** Beside any text in which a claim was found. */
export const claimWords = {
  found: (sentences: number) =>
    sentences === 1
      ? 'One sentence reads as a claim about a disease.'
      : `${sentences} sentences read as claims about a disease.`,
  instead: 'Say instead',
  edit: 'Edit',
  saveAsItIs: 'Save as it is',
  /** Under the list; nobody should take it for a lawyer. */
  note: 'A list of known wordings found this. It can be wrong both ways, and it is no legal advice.',
}

export const postsPage = {
  title: 'Posts',
  seo: { title: 'Posts', description: 'The posts of the blog, and what in them reads as a claim about a disease.' },
  lead: 'Every post is checked when the blog is read. It stays visible until you decide.',
  latest: 'On the blog page',
  older: 'Older and hidden posts',
  states: {
    clear: 'Nothing found',
    marked: (sentences: number) => `${sentences} to look at`,
    kept: 'Kept as it is',
    hidden: 'Hidden',
  },
  read: 'Read the post',
  hide: 'Hide this post',
  show: 'Show again',
  keep: 'Keep it as it is',
  keepHint: 'The mark comes back only when these sentences change.',
  hiddenHint: 'It is on no page of the website, also when the blog brings it again.',
  hidden: 'The post is hidden.',
  shown: 'The post is shown again.',
  kept: 'The post stays as it is.',
  changed: 'The post has changed since you opened this page. Look at it once more.',
  failed: 'This could not be saved. Please try again in a moment.',
  notFound: 'This post is no longer there.',
  cold: 'The blog has not been read yet. Come back in a minute.',
  empty: 'The blog has no posts.',
  texts: {
    heading: 'Services, products and notice',
    clear: 'Nothing found.',
    /** What the dashboard can change. */
    edit: 'Edit',
    /** What only the files of the website can. */
    files: 'Whoever looks after the website can change this text.',
    service: (name: string) => `Service ${name}`,
    product: (name: string) => `Product ${name}`,
    notice: 'Notice at the top of every page',
  },
} satisfies Page & Parts
