import type { Link, Page, Parts } from './page.ts'

export const blogPage = {
  title: 'Notes from the clinic',
  lead: 'The five most recent posts on food, rest and season.',
  seo: {
    title: 'Blog',
    description:
      'Short, plain notes on seasonal food, rest, self-massage and what happens at an Ayurvedic appointment.',
  },
  loading: 'Loading blog posts...',
  fetchFailed: 'Failed to fetch RSS feed',
  error: (message: string) => `Error loading blog posts: ${message}`,
  empty: 'No blog posts found.',
  emptyHint: 'In the meantime, see what each appointment is like.',
  emptyLink: { text: 'See all services', href: '/services' } satisfies Link,
  /** Beside the loading text, for visitors without scripts. */
  show: 'Show the posts',
  retry: 'Try again',
  readPost: 'Read post',
  pagerLabel: 'Posts',
  /** Over the title of the post before or after this one. */
  newer: 'Newer',
  older: 'Older',
  back: { text: 'All posts', href: '/blog/all' } satisfies Link,
  by: (author: string) => `By ${author}`,
  minutes: (minutes: number) => `${minutes} min read`,
  /** /blog/all. */
  all: {
    title: 'All posts',
    pageTitle: (page: number) => `All posts, page ${page}`,
    lead: 'Every post from our blog, newest first.',
    description: 'Every post from our blog, including older ones that are no longer on its front page.',
    pagerLabel: 'Pages of posts',
    newer: 'Newer posts',
    older: 'Older posts',
    back: 'Latest posts',
  },
  /** Under a stock photo: 'Photo by Maya Rao on Unsplash'. */
  credit: { by: 'Photo by', photo: 'Photo', on: 'on' },
  photoService: { text: 'Unsplash', href: 'https://unsplash.com/' } satisfies Link,
  postNote: 'General information, not medical advice. Ask your physician about your own health.',
} satisfies Page & Parts
