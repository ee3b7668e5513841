import { listServices } from '#app/domain/catalogue/services.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { servicesContext } from '#app/http/context.ts'
import { withFullPrice } from '#app/http/full-price.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { type SiteData, useSite } from '#app/http/site.ts'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { Markdown } from '#app/ui/site/markdown.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { TeaserList } from '#app/ui/site/teaser-list.tsx'
import { Text } from '#app/ui/site/words.tsx'
import type { ReactNode } from 'react'
import type { Route } from './+types/resources.ts'

export const handle = readPage({ shows: ['catalogue'] })

/** The names of services by their price text. */
export function loader({ context }: Route.LoaderArgs) {
  const { clinic, content } = context.get(servicesContext)
  // Those with a card.
  const services = listServices(content).filter(({ category }) => category)
  return {
    page: content.read('resources', clinic.facts(Date.now())),
    pricing: services.map((service) => ({ title: service.title, price: withFullPrice(context, service).price })),
  }
}

type Page = Content<'resources'>
type Pricing = { title: string; price: string }[]

/** One page at /resources and /insurance; the canonical address is the first. */
export default function Resources({ loaderData: { page, pricing } }: Route.ComponentProps) {
  const site = useSite()
  const { clinic, texts } = site
  const { firstVisit, bring, prepare, after, prices, priceTexts, billing, safety, next } = page
  return (
    <>
      <PageTop page={page} site={site} path="/resources" />
      <div className="wrap cols rs">
        <Contents
          heading={page.contents}
          sections={[firstVisit, bring, prepare, after, prices, billing, safety, next]}
        />
        <div>
          <Section section={firstVisit}>
            <Numbers numbers={firstVisit.numbers} />
            <Writing text={firstVisit.text} site={site} />
          </Section>
          <Section section={bring}>
            <Ticks items={bring.items} site={site} />
          </Section>
          <Pair section={prepare} site={site} />
          <Pair section={after} site={site} />
          <Section section={prices}>
            <Writing text={prices.text} site={site} />
            <PriceTexts words={prices.table} priceTexts={priceTexts} pricing={pricing} />
          </Section>
          <Section section={billing}>
            <Writing text={billing.text} site={site} />
          </Section>
          <Section section={safety}>
            <Writing text={safety.text} site={site}>
              <p>
                <Text words={texts.emergency} clinic={clinic} />
              </p>
            </Writing>
          </Section>
          <Section section={next}>
            <TeaserList teasers={next.items} />
          </Section>
        </div>
      </div>
    </>
  )
}

type ContentsProps = { heading: string; sections: { id: string; heading: string }[] }

const Contents = ({ heading: title, sections }: ContentsProps) => (
  <nav className="stay toc" aria-labelledby="contents">
    <h2 id="contents">{title}</h2>
    <ul className="toc-list">
      {sections.map(({ id, heading }) => (
        <li key={id}>
          <a className="plain" href={`#${id}`}>
            {heading}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

type SectionProps = { section: { id: string; heading: string }; children: ReactNode }

const Section = ({ section: { id, heading }, children }: SectionProps) => (
  <section id={id} aria-labelledby={`${id}-heading`}>
    <h2 id={`${id}-heading`}>{heading}</h2>
    {children}
  </section>
)

const Writing = ({ text, site, children }: { text: string; site: SiteData; children?: ReactNode }) => (
  <div className="prose muted">
    <Markdown text={text} rank={3} clinic={site.clinic} />
    {children}
  </div>
)

const Numbers = ({ numbers }: { numbers: Page['firstVisit']['numbers'] }) => (
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

type PairProps = { section: Page['prepare'] | Page['after']; site: SiteData }

function Pair({ section, site }: PairProps) {
  const { please, careful } = section
  return (
    <Section section={section}>
      <div className="pair">
        <div>
          <h3>{please.heading}</h3>
          <Ticks items={please.items} site={site} />
        </div>
        <div>
          <h3>{careful.heading}</h3>
          <Ticks items={careful.items} site={site} careful />
          {'after' in careful && (
            <p>
              <Text words={careful.after} clinic={site.clinic} />
            </p>
          )}
        </div>
      </div>
    </Section>
  )
}

type TicksProps = { items: { text: string }[]; site: SiteData; careful?: boolean }

const Ticks = ({ items, site, careful }: TicksProps) => (
  <ul className={careful ? 'ticks careful' : 'ticks'}>
    {items.map(({ text }) => (
      <li key={text}>
        <Icon name={careful ? 'alert' : 'check'} small />
        <span>
          <Text words={text} clinic={site.clinic} />
        </span>
      </li>
    ))}
  </ul>
)

type PriceTextsProps = { words: Page['prices']['table']; priceTexts: Page['priceTexts']; pricing: Pricing }

function PriceTexts({ words, priceTexts, pricing }: PriceTextsProps) {
  const titlesFor = (text: string) => pricing.filter(({ price }) => price === text).map(({ title }) => title)
  return (
    <table className="price-texts">
      <caption className="vh">{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.text}</th>
          <th scope="col">{words.meaning}</th>
          <th scope="col">{words.services}</th>
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
