import { expect, test } from 'vitest'
import type { Lists } from '#app/domain/content/content-record.ts'
import { listOwnPosts } from './own-posts.server.ts'

const post = (id: string, more: object = {}) => ({ id, title: id, text: 'Warm  *oil*.', author: '', ...more })

test('own posts are listed with the newest first, one without a date last, and removed ones nowhere', () => {
  const posts = [
    post('undated'),
    post('older', { publishedAt: '2026-01-01' }),
    post('removed', { publishedAt: '2026-03-01', archived: true }),
    post('newer', { publishedAt: '2026-02-01' }),
  ]
  const listed = listOwnPosts({ list: () => posts } as unknown as Lists)
  expect(listed.map(({ url }) => url)).toEqual(['/blog/newer', '/blog/older', '/blog/undated'])
})
