import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { TeaserList } from '#app/ui/site/teaser-list.tsx'
import { WordSection } from '#app/ui/site/words.tsx'
import { resourcesPage } from '#content/pages/resources.ts'

export const handle = readPage()

/** One page at /resources and /insurance; the canonical address is the first. */
export default function Resources() {
  const site = useSite()
  return (
    <>
      <PageTop page={resourcesPage} site={site} path="/resources" />
      <div className="wrap body">
        {resourcesPage.sections.map((section) => (
          <WordSection key={section.id} section={section} clinic={site.clinic}>
            {section.id === 'prices' && <PriceTexts />}
          </WordSection>
        ))}
        <Next />
      </div>
    </>
  )
}

function PriceTexts() {
  return (
    <dl className="meanings">
      {resourcesPage.priceTexts.map(({ text, meaning }) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

function Next() {
  const { heading, items } = resourcesPage.next
  return (
    <section className="words" aria-labelledby="next">
      <h2 id="next">{heading}</h2>
      <TeaserList teasers={items} />
    </section>
  )
}
