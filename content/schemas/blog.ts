import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { heading, link, seo, text } from './fields.ts'

export const blogSchema = {
  title: 'Blog',
  path: '/blog',
  fields: {
    title: heading('Headline'),
    lead: text('Lead', 240),
    showsFeed: { kind: 'switch', label: 'Also show the posts of the feed' },
    allPosts: link('Link to all posts'),
    withoutPosts: {
      kind: 'group',
      label: 'While there are no posts',
      fields: { text: text('Text', 160), link: link('Link') },
    },
    postNote: text('Below each post', 200),
    all: {
      kind: 'group',
      label: 'The page with all posts',
      fields: {
        title: heading('Headline'),
        laterTitle: {
          kind: 'line',
          label: 'Headline of its second page and further ones',
          hint: '{page} stands for the page’s number.',
          max: 60,
          also: ['page'],
        },
        lead: text('Lead', 240),
        description: { kind: 'line', label: 'Description in search engines', min: 80, max: 160 },
        back: heading('Link to the latest posts'),
      },
    },
    seo,
  },
} as const satisfies ContentSchema
