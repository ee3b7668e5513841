import type { CollectionSchema } from '#app/domain/content/content-schema.ts'
import { photo, plainLine, removed, writing } from './fields.ts'

/** A post of the blog that the clinic writes itself. */
export const postSchema = {
  title: 'Post',
  path: '/blog',
  ownPages: true,
  named: 'title',
  list: {
    title: 'Your posts',
    lead: 'Posts that you write here, beside those of the feed if there is one. A new post is a draft until you publish or schedule it.',
    add: 'Write a post',
    asks: { label: 'Title of the new post', blank: 'Enter a title.' },
    about: { label: 'Date', fields: ['publishedAt'] },
  },
  fields: {
    title: plainLine('Title', 120),
    author: { ...plainLine('Author', 60), optional: true, hint: 'Shown as ‘By …’. May be empty.' },
    picture: photo('wide'),
    text: { ...writing('Text', 20_000), headings: true, plain: true },
    publishedAt: { kind: 'moment' },
    ...removed,
  },
} as const satisfies CollectionSchema
