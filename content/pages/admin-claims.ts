/** Beside a text with claims. */
export const claimWords = {
  found: (sentences: number) =>
    sentences === 1
      ? 'One sentence reads like a claim about a disease.'
      : `${sentences} sentences read like claims about a disease.`,
  instead: 'Try instead',
  edit: 'Edit',
  saveAsItIs: 'Save anyway',
  /** Under the list. */
  note: 'This check looks for known phrases. It can miss things or flag harmless ones, and it isn’t legal advice.',
}

export const postsPage = {
  title: 'Posts',
  lead: 'Every post is checked when the blog updates. Posts stay visible until you decide.',
  latest: 'On the blog page',
  older: 'Older and hidden posts',
  states: {
    clear: 'No issues',
    marked: (sentences: number) => `${sentences} to review`,
    kept: 'Approved',
    hidden: 'Hidden',
  },
  read: 'Read post',
  newsletter: 'Make a newsletter of it',
  newsletterOf: (post: string) => `Make a newsletter of ${post}`,
  feedIsOff:
    'The posts of the feed are switched off (Pages, Blog), so the website shows none of these and no newsletter can be made of one.',
  hide: 'Hide this post',
  show: 'Show again',
  keep: 'Approve as is',
  keepHint: 'It’s flagged again only if these sentences change.',
  hiddenHint: 'Hidden, even if the feed republishes it.',
  hidden: 'Post hidden.',
  shown: 'The post is visible again.',
  kept: 'Post approved as is.',
  changed: 'This post has changed since you opened the page. Please review it again.',
  failed: 'Couldn’t save. Please try again in a moment.',
  notFound: 'This post no longer exists.',
  cold: {
    text: 'The blog hasn’t been loaded yet',
    hint: 'Check back in a minute. If it stays empty, test the connection to your blog.',
    step: { text: 'Open Connections', href: '/admin/connections' },
  },
  empty: {
    text: 'The blog has no posts',
    hint: 'Publish one where you write your blog. It appears here and on the website within minutes.',
    step: { text: 'See the blog page', href: '/blog' },
  },
  texts: {
    heading: 'Services, products and notice',
    clear: 'No issues.',
    /** Text that the dashboard can change. */
    edit: 'Edit',
    /** Text in content/. */
    files: 'Your website administrator can change this text.',
    service: (name: string) => `Service ${name}`,
    product: (name: string) => `Product ${name}`,
    notice: 'Notice at the top of every page',
  },
}
