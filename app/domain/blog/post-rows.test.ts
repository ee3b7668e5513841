import { describe, expect, test } from 'vitest'
import type { FeedItem } from '#app/integrations/feed-reader/feed-entries.ts'
import { createPostRows } from './post-rows.server.ts'

const elsewhere = { id: 'feed', bundled: false }
const here = { id: 'feed', bundled: true }
const item = (about: Partial<FeedItem> = {}): FeedItem => ({
  title: 'Post',
  link: 'https://blog.example/post',
  html: '<p>Text</p>',
  ...about,
})

describe('posts of another feed', () => {
  test('are the readable ones', async () => {
    const links = ['javascript:alert(1)', undefined, '/relative', 'mailto:a@b.example', 'file:///x', 'data:text/html,x']
    const good = Array.from({ length: 7 }, (_, index) => `https://blog.example/${index}`)
    const rows = await createPostRows(
      elsewhere,
      [...links, ...good].map((link) => item({ link })),
    )
    expect(rows.map(({ url }) => url)).toEqual(good)
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(rows.every(({ html }) => html === null)).toBe(true)
  })

  test('use their text as title when the feed gives none, and are dropped when empty', async () => {
    const rows = await createPostRows(elsewhere, [
      item({ title: '', html: `<p>${'word '.repeat(100)}</p>` }),
      item({ title: ' ', html: '' }),
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0]?.title).toMatch(/^word word .*…$/)
    expect([...(rows[0]?.title ?? '')].length).toBeLessThanOrEqual(201)
  })

  test('are excerpted from the feed’s summary, or else from the post', async () => {
    const [short, long] = await createPostRows(elsewhere, [
      item({ summary: '<b>In short</b> &amp; plain' }),
      item({ summary: '<img src="x">' }),
    ])
    expect(short?.excerpt).toBe('In short & plain...')
    expect(long?.excerpt).toBe('Text...')
  })

  test('accept only web addresses for pictures', async () => {
    const sources = ['https://img.example/1.png', 'javascript:x', 'file:///x', undefined].map((pictureUrl) =>
      item({ pictureUrl }),
    )
    expect((await createPostRows(elsewhere, sources)).map((row) => row.pictureSource)).toEqual([
      'https://img.example/1.png',
      null,
      null,
      null,
    ])
  })

  test('have no characters that a database rejects', async () => {
    const [row] = await createPostRows(elsewhere, [
      item({ title: 'A\0B\ud800C', html: 'x\0y\udfffz', link: 'https://x.example/\0' }),
    ])
    expect(row).toMatchObject({ title: 'ABC', excerpt: 'xyz...', url: 'https://x.example/' })
  })
})

describe('posts of the bundled feed', () => {
  test('are all readable on this site, at an address made of their link', async () => {
    const rows = await createPostRows(here, [
      item({ link: '/blog/first' }),
      item({ link: 'https://blog.example/2023/Second%20One/?utm=1#x' }),
      item({ link: undefined, title: 'Third &amp; last' }),
      item({ link: '/blog/first' }),
      item({ link: undefined, title: 'पञ्चकर्म' }),
    ])
    expect(rows.map(({ url }) => url)).toEqual([
      '/blog/first',
      '/blog/second-20one',
      '/blog/third-last',
      '/blog/first-2',
      '/blog/post',
    ])
    expect(rows[0]?.html).toBe('<p>Text</p>')
  })

  test('are at most fifty', async () => {
    expect(await createPostRows(here, Array(80).fill(item()))).toHaveLength(50)
  })
})

test('posts yield to other work between each of them', async () => {
  const html = '<b>x</b>'.repeat(5_000)
  let turns = 0
  const timer = setInterval(() => (turns += 1), 0)
  await createPostRows(here, Array(50).fill(item({ html })))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(20)
})
