import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '#tests/support/timing.ts'
import { toPlainText, sanitizePost } from './post-html.server.ts'

describe('the HTML of a post', () => {
  test('keeps text, headings, lists, quotes and links', () => {
    const html =
      '<h2>Two</h2>\n<p>One <strong>two</strong> <em>three</em><br>four</p><ul><li>Five</li></ul>' +
      '<blockquote><p>Six</p></blockquote><pre><code>seven</code></pre><hr><p><a href="/services#abhyangam">Eight</a></p>'
    expect(sanitizePost(html)).toBe(html)
  })

  test('drops scripts, styles, frames, forms, pictures and everything that executes', () => {
    const html =
      '<p onclick="x()" style="color:red" class="c" id="i">Text<script>alert(1)</script><style>p{}</style></p>' +
      '<img src="https://tracker.example/1.gif" onerror="x()"><iframe src="https://x.example">in</iframe>' +
      '<form action="https://x.example"><input name="a"><button>Send</button></form><svg onload="x()"><text>s</text></svg>' +
      '<object data="x">o</object><video src="x">v</video><noscript><img src=x></noscript><link rel="stylesheet" href="x">'
    expect(sanitizePost(html)).toBe('<p>Text</p>Send')
  })

  test('keeps only links to pages or email addresses, and drops links that hide their target', () => {
    const linked = (href: string) => sanitizePost(`<a href="${href}">x</a>`)
    expect(linked('https://example.com/')).toBe('<a href="https://example.com/" rel="noopener noreferrer">x</a>')
    expect(linked('mailto:a@b.example')).toBe('<a href="mailto:a@b.example">x</a>')
    expect(linked('/contact')).toBe('<a href="/contact">x</a>')
    expect(linked('#part')).toBe('<a href="#part">x</a>')
    for (const href of [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'java&#10;script:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
    ]) {
      expect(linked(href)).toBe('<a>x</a>')
    }
  })

  test('moves headings below the title of the page', () => {
    expect(sanitizePost('<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4>')).toBe('<h2>A</h2><h3>B</h3><h4>C</h4><h4>D</h4>')
    expect(sanitizePost('<h2>B</h2><h5>E</h5><h6>F</h6>')).toBe('<h2>B</h2><h4>E</h4><h4>F</h4>')
  })

  test('of any shape has closed tags and nothing that executes', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<a href="javascript:x">',
      '</a>',
      '<script>',
      '</script>',
      '<svg>',
      '<math>',
      '<style>',
      '<!--',
      '-->',
      '<noscript>',
      '<iframe>',
      '<textarea>',
      '"',
      "'",
      '<',
      '>',
      '&',
      '\0',
      '<img src=x onerror=x>',
      '<b',
      '/>',
      '<![CDATA[',
      ']]>',
    )
    const html = fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 10 })), { maxLength: 40 })
    fc.assert(
      fc.property(html, (pieces) => {
        const clean = sanitizePost(pieces.join(''))
        for (const [tag] of clean.matchAll(/<[^>]*>/g)) {
          expect(tag).toMatch(
            /^<\/?(p|h2|h3|h4|ul|ol|li|em|strong|blockquote|br|code|pre|hr|a( href="[^"<>]*")?( rel="[a-z ]+")?)>$/,
          )
        }
        expect(clean).not.toMatch(/javascript:/i)
        expect(clean).not.toContain('\0')
      }),
    )
  })
})

test('a post with thousands of tags ends with the last tag within the limit', () => {
  const html = sanitizePost('<p>x</p>'.repeat(10_000))
  expect(html).toMatch(/^(<p>x<\/p>)+$/)
  expect(html.length).toBeGreaterThan(10_000)
  expect(html.length).toBeLessThan(40_000)
})

/** The bounds of these tests are some ten times what it takes, for machines that are busy. */
const msFor = (html: string) =>
  cpuMs(() => {
    toPlainText(html)
    sanitizePost(html)
  })

describe('the text of HTML', () => {
  test('has its entities decoded, once', () => {
    expect(toPlainText('<p>Salt &amp; pepper &lt;3 &#8217;&nbsp;caf&eacute; &quot;ok&quot; &amp;amp;</p>')).toBe(
      'Salt & pepper <3 ’ café "ok" &amp;',
    )
  })

  test('keeps blocks apart and words together', () => {
    expect(toPlainText('<h1>One</h1><p>un<b>believ</b>able</p><div>two</div>three<br>four<ul><li>five</li></ul>')).toBe(
      'One unbelievable two three four five',
    )
  })

  test('excludes the content of scripts, styles and frames', () => {
    expect(toPlainText('<style>p{}</style>A<script>b()</script><title>t</title><!-- c -->')).toBe('A')
  })

  test('of plain text is the text itself', () => {
    expect(toPlainText('1 < 2 & 3 > 2')).toBe('1 < 2 & 3 > 2')
  })

  test.each([
    ['<p>', 500_000],
    ['<a href="', 300_000],
    ['&', 2_000_000],
    ['<b>x', 500_000],
    ['<', 2_000_000],
    ['<ul><li><p><b>x', 100_000],
  ])('is found quickly in %j repeated many times', (piece, times) => {
    expect(msFor(piece.repeat(times))).toBeLessThan(1_000)
  })

  test('is found quickly with many unopened and unclosed tags', () => {
    expect(msFor('<zz>'.repeat(10_000) + '</qq>'.repeat(10_000))).toBeLessThan(1_000)
  })
})
