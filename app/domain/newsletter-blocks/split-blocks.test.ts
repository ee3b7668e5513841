import { describe, expect, it } from 'vitest'
import { findMisplacedName, splitBlocks } from './split-blocks.ts'

describe('the text of a newsletter', () => {
  it('is text, and a block for each paragraph that is only a link or a name', () => {
    const text = `## Slow meals

Two *small* habits.

**[Book a visit](/booking)**

[Slow soups](/blog/slow-soups)

{free times}

![Oil](picture:oil)

{opening hours}`
    expect(splitBlocks(text)).toEqual([
      { kind: 'text', text: '## Slow meals\n\nTwo *small* habits.' },
      { kind: 'button', label: 'Book a visit', href: '/booking' },
      { kind: 'link', href: '/blog/slow-soups', text: '[Slow soups](/blog/slow-soups)' },
      { kind: 'times' },
      { kind: 'text', text: '![Oil](picture:oil)' },
      { kind: 'hours' },
    ])
  })

  it.each(['See [our blog](/blog) today.', '**Bold** alone', '- [an item](/blog)', '> [a quote](/blog)', '{city}'])(
    'keeps %s as text',
    (text) => {
      expect(splitBlocks(text)).toEqual([{ kind: 'text', text }])
    },
  )

  it('names a block that stands among other words', () => {
    expect(findMisplacedName('Come at {free times} please.')).toBe('free times')
    expect(findMisplacedName('- {opening hours}')).toBe('opening hours')
    expect(findMisplacedName('{free times}')).toBeUndefined()
  })
})
