/** States and controls of the blog; the first three and 'empty' are the specification's own. Its texts are in blog.json. */
export const blogPage = {
  loading: 'Loading blog posts...',
  fetchFailed: 'Failed to fetch RSS feed',
  error: (message: string) => `Error loading blog posts: ${message}`,
  empty: 'No blog posts found.',
  /** Beside the loading text, for visitors without scripts. */
  show: 'Show the posts',
  retry: 'Try again',
  readPost: 'Read post',
  pagerLabel: 'Posts',
  /** Over the title of the post before or after this one. */
  newer: 'Newer',
  older: 'Older',
  by: (author: string) => `By ${author}`,
  minutes: (minutes: number) => `${minutes} min read`,
  /** /blog/all. */
  all: { pagerLabel: 'Pages of posts', newer: 'Newer posts', older: 'Older posts' },
  /** Under a stock photo: 'Photo by Maya Rao on Unsplash'. */
  credit: { by: 'Photo by', photo: 'Photo', on: 'on' },
}
