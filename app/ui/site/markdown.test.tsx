import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { Markdown } from './markdown.tsx'

const render = (text: string) => renderToStaticMarkup(<Markdown text={text} rank={3} paragraphClass="lead" />)

test('a page shows the elements of a text under its own heading', () => {
  expect(render('A **b** [c](/d)\n\n# E\n\n2. f\n3. g')).toBe(
    '<p class="lead">A <strong>b</strong> <a href="/d">c</a></p><h3>E</h3><ol start="2"><li>f</li><li>g</li></ol>',
  )
})

test('pictures have the description of the text; one that is gone is its description', () => {
  const shown = render(
    '![Petals in a bowl](petals)\n\n![A path](/pictures/a.jpg)\n\n![Gone](gone) ![Gone too](constructor)',
  )
  expect(shown).toMatch(/<picture><source [^]*alt="Petals in a bowl"/)
  expect(shown).toContain('<img class="picture" src="/pictures/a.jpg" alt="A path" loading="lazy"/>')
  expect(shown).toContain('<p class="lead">Gone Gone too</p>')
})

test('nothing in a text is markup', () => {
  expect(render('<script>alert(1)</script> <b onclick=x>')).toBe(
    '<p class="lead">&lt;script&gt;alert(1)&lt;/script&gt; &lt;b onclick=x&gt;</p>',
  )
})

test('phone numbers and email addresses become links, except in the text of a link', () => {
  const clinic = contentFacts(Date.UTC(2026, 4, 5))
  const { phone } = clinic
  const shown = renderToStaticMarkup(
    <Markdown text={`Call ${phone.display} or [call **${phone.display}** now](/contact)`} clinic={clinic} />,
  )
  expect(shown).toBe(
    `<p>Call <a class="tel" href="tel:${phone.e164}">${phone.display}</a> or <a href="/contact">call <strong>${phone.display}</strong> now</a></p>`,
  )
})
