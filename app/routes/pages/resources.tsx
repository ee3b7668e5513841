import { listServices } from '#app/domain/catalogue/services.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { servicesContext } from '#app/http/context.ts'
import { readPage } from '#app/http/page-kind.ts'
import { type SiteData, useSite } from '#app/http/site.ts'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { TeaserList } from '#app/ui/site/teaser-list.tsx'
import { Text } from '#app/ui/site/words.tsx'
import { resolveWords, type Words } from '#content/pages/page.ts'
import { type Advice, resourcesPage, type ResourcesSection } from '#content/pages/resources.ts'
import type { Route } from './+types/resources.ts'

export const handle = readPage({ shows: ['catalogue'] })

/** The names of services by their price text. */
export function loader({ context }: Route.LoaderArgs) {
  // Those with a card.
  const services = listServices(context.get(servicesContext).content).filter(({ category }) => category)
  return { pricing: services.map(({ title, price }) => ({ title, price })) }
}

/** One page at /resources and /insurance; the canonical address is the first. */
export default function Resources({ loaderData: { pricing } }: Route.ComponentProps) {
  const site = useSite()
  const { sections, next } = resourcesPage
  return (
    <>
      <PageTop page={resourcesPage} site={site} path="/resources" />
      <div className="wrap rs">
        <Contents sections={[...sections, next]} />
        <div>
          {sections.map((section) => (
            <ResourceSection key={section.id} section={section} pricing={pricing} site={site} />
          ))}
          <section id={next.id} aria-labelledby="next-heading">
            <h2 id="next-heading">{next.heading}</h2>
            <TeaserList teasers={next.items} />
          </section>
        </div>
      </div>
    </>
  )
}

function Contents({ sections }: { sections: { id: string; heading: string }[] }) {
  return (
    <nav className="toc" aria-labelledby="contents">
      <h2 id="contents">{resourcesPage.contents}</h2>
      <ul className="toc-list">
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{heading}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type Pricing = { title: string; price: string }[]
type ResourceSectionProps = { section: ResourcesSection; pricing: Pricing; site: SiteData }

function ResourceSection({ section, pricing, site: { clinic, texts } }: ResourceSectionProps) {
  const { id, heading, paragraphs, list, numbers, pair } = section
  return (
    <section id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      {numbers && <Numbers numbers={numbers} />}
      {paragraphs.map((words) => (
        <p key={resolveWords(words, clinic)}>
          <Text words={words} clinic={clinic} />
        </p>
      ))}
      {id === 'safety' && (
        <p>
          <Text words={texts.emergency} clinic={clinic} />
        </p>
      )}
      {list && <Ticks items={list} clinic={clinic} />}
      {pair && <Pair pair={pair} clinic={clinic} />}
      {id === 'prices' && <PriceTexts pricing={pricing} />}
    </section>
  )
}

function Numbers({ numbers }: { numbers: NonNullable<ResourcesSection['numbers']> }) {
  return (
    <ul className="numbers">
      {numbers.map(({ number, text }) => (
        <li key={number}>
          <b>
            <NoBreak text={number} />
          </b>
          {text}
        </li>
      ))}
    </ul>
  )
}

function Pair({ pair, clinic }: { pair: [Advice, Advice]; clinic: ClinicFacts }) {
  return (
    <div className="pair">
      {pair.map(({ heading, items, after }, index) => (
        <div key={heading}>
          <h3>{heading}</h3>
          <Ticks items={items} careful={index === 1} clinic={clinic} />
          {after && (
            <p>
              <Text words={after} clinic={clinic} />
            </p>
          )}
        </div>
      ))}
    </div>
  )
}

function Ticks({ items, careful, clinic }: { items: Words[]; careful?: boolean; clinic: ClinicFacts }) {
  return (
    <ul className={careful ? 'ticks careful' : 'ticks'}>
      {items.map((item) => (
        <li key={resolveWords(item, clinic)}>
          <Icon name={careful ? 'alert' : 'check'} small />
          <span>
            <Text words={item} clinic={clinic} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function PriceTexts({ pricing }: { pricing: Pricing }) {
  const { priceTable, priceTexts } = resourcesPage
  const titlesFor = (text: string) => pricing.filter(({ price }) => price === text).map(({ title }) => title)
  return (
    <table className="price-texts">
      <caption className="vh">{priceTable.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{priceTable.columns.text}</th>
          <th scope="col">{priceTable.columns.meaning}</th>
          <th scope="col">{priceTable.columns.services}</th>
        </tr>
      </thead>
      <tbody>
        {priceTexts.map(({ text, meaning }) => (
          <tr key={text}>
            <th scope="row">{text}</th>
            <td>{meaning}</td>
            <td>{titlesFor(text).join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
