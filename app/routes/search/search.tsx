import { listProducts } from '#app/domain/catalogue/products.ts'
import { listServices } from '#app/domain/catalogue/services.ts'
import '#app/ui/styles/shop-and-booking.css'
import { isPageView, toCountedName } from '#app/domain/insights/arrival.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { FoundResult } from '#app/domain/search/search-index.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import { normalizeSearchTerm } from '#app/domain/search/search-term.ts'
import { searchStoredSite, searchWithoutPosts } from '#app/domain/search/site-search.server.ts'
import { pageContext, type RequestContext, servicesContext } from '#app/http/context.ts'
import { withFullPrice } from '#app/http/full-price.server.ts'
import { groupBy } from '#app/domain/shared/group-by.ts'
import { readPage } from '#app/http/page-kind.ts'
import { tryLoad } from '#app/http/load.ts'
import { getPromises, useSite } from '#app/http/site.ts'
import type { Services } from '#app/services.server.ts'
import { redirect } from 'react-router'
import { Button } from '#app/ui/primitives/button.tsx'
import { SearchInput } from '#app/ui/primitives/search-input.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Plate, Spot } from '#app/ui/site/pictures.tsx'
import { Text } from '#app/ui/site/words.tsx'
import type { Route } from './+types/search.ts'

export const handle = readPage({ shows: ['blog', 'catalogue'] })

export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = new URL(request.url).searchParams.get('q') ?? ''
  // Browsers send a form as it was typed; the specification has the term trimmed (section 2, Header).
  const trimmed = typed.trim()
  if (trimmed && typed !== trimmed) throw redirect(`/search?q=${encodeURIComponent(trimmed)}`)
  const term = normalizeSearchTerm(typed)
  const services = context.get(servicesContext)
  const { clinic, content } = services
  const facts = clinic.facts(Date.now())
  const page = content.read('search', facts)
  if (!term) return { page, term, results: [] as Hit[] }
  context.get(pageContext).doNotStore()
  const question = { term, clinic: facts, promises: getPromises(services), content }
  // Everything but the posts can be found without the database.
  const found = (await tryLoad(context, () => searchStoredSite(services, question))) ?? searchWithoutPosts(question)
  if (found.length === 0) countMiss(services, request.headers, term)
  return { page, term, results: found.map((hit) => ({ ...hit, ...describeItem(context, hit) })) }
}

type Hit = FoundResult & ReturnType<typeof describeItem>

/** The drawing of a service or product, and what a service says of length and price. */
function describeItem(context: RequestContext, { type, title }: FoundResult) {
  const { content } = context.get(servicesContext)
  const service = type === 'Service' ? listServices(content).find((one) => one.title === title) : undefined
  const product = type === 'Product' ? listProducts(content).find(({ name }) => name === title) : undefined
  return {
    plate: (service ?? product)?.picture,
    details: service ? [service.duration, withFullPrice(context, service).price] : [],
  }
}

/** What visitors look for in vain, for the page Insights. */
function countMiss({ dailyCounts }: Services, headers: Headers, term: string) {
  const name = toCountedName(term)
  if (name && isPageView(Object.fromEntries(headers))) dailyCounts.count('search', name)
}

/** A blank term shows only the search box. */
export default function Search({ loaderData: { page, term, results } }: Route.ComponentProps) {
  const site = useSite()
  return (
    <>
      <PageTop page={page} site={site} path="/search" noindex={term !== ''} />
      <div className="wrap search-page">
        <form className="search-form" role="search" action="/search" aria-label={page.form.name}>
          <div className="field">
            <label htmlFor="search-term">{page.form.label}</label>
            <SearchInput id="search-term" defaultValue={term} />
          </div>
          <Button>{page.form.button}</Button>
        </form>
        {term && (
          <div className="cols found">
            {results.length > 0 ? (
              <Results page={page} term={term} results={results} />
            ) : (
              <NothingFound page={page} term={term} clinic={site.clinic} />
            )}
            <OtherTerms words={page.others} />
          </div>
        )}
      </div>
    </>
  )
}

type Page = Content<'search'>
type Found = { page: Page; term: string }

/** The group with the best result comes first. */
function Results({ page, term, results }: Found & { results: Hit[] }) {
  const { name, one, several } = page.results
  const groups = [...groupBy(results, ({ type }) => type)]
  return (
    <section aria-label={fillInAlso(name, { term })}>
      <p className="hint" role="status">
        {fillInAlso(results.length === 1 ? one : several, { results: String(results.length), term })}
      </p>
      {groups.map(([type, hits]) => (
        <Group key={type} page={page} type={type} hits={hits} term={term} />
      ))}
    </section>
  )
}

type GroupProps = Found & { type: Hit['type']; hits: Hit[] }

/** What has the term in its title is always there (specification, Search); most of the rest unfolds. */
function Group({ page, type, hits, term }: GroupProps) {
  const isFirst = ({ title }: Hit, index: number) =>
    index < shownOfGroup || title.toLowerCase().includes(term.toLowerCase())
  const rest = hits.filter((hit, index) => !isFirst(hit, index))
  const name = page.groups[type]
  return (
    <section className="hits" aria-labelledby={`found-${type}`}>
      <h2 id={`found-${type}`}>
        {name} <span className="num">{hits.length}</span>
      </h2>
      <Hits hits={hits.filter(isFirst)} types={page.types} />
      {rest.length > 0 && (
        <details>
          <summary className="btn-text">
            {fillInAlso(page.results.more, { results: String(rest.length), group: name })}
          </summary>
          <Hits hits={rest} types={page.types} />
        </details>
      )}
    </section>
  )
}

const shownOfGroup = 3

const Hits = ({ hits, types }: { hits: Hit[]; types: Page['types'] }) => (
  <ul className="hit-list">
    {hits.map((hit) => (
      <HitItem key={`${hit.url} ${hit.title}`} hit={hit} typeName={types[hit.type]} />
    ))}
  </ul>
)

type HitProps = { hit: Hit; typeName: string }

function HitItem({ hit: { title, url, page, note, snippet, plate, details }, typeName }: HitProps) {
  return (
    <li className={plate ? 'hit' : 'hit hit-plain'}>
      {plate && <Plate name={plate} />}
      <div>
        <h3>
          <a className="leads" href={url}>
            {title}
          </a>
        </h3>
        {note && <p>{note}</p>}
        {snippet && <p>{snippet.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}</p>}
        <p className="hint">{[page ?? typeName, ...details].join(', ')}</p>
      </div>
    </li>
  )
}

function NothingFound({ page, term, clinic }: Found & { clinic: ClinicFacts }) {
  const { results, none, places } = page
  return (
    <section aria-label={fillInAlso(results.name, { term })}>
      <Spot name="empty-search" />
      <p className="found-none" role="status">
        {fillInAlso(none.text, { term })}
      </p>
      <p className="muted">
        <Text words={none.hint} clinic={clinic} />
      </p>
      <section className="hits" aria-labelledby="places">
        <h2 id="places">{places.heading}</h2>
        <ul className="hit-list">
          {places.items.map(({ title, text, href, plate }) => (
            <li className="hit" key={href}>
              <Plate name={plate} />
              <div>
                <h3>
                  <a className="leads" href={href}>
                    {title}
                  </a>
                </h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </section>
  )
}

function OtherTerms({ words: { heading, terms } }: { words: Page['others'] }) {
  return (
    <aside aria-labelledby="other-terms">
      <h2 className="h3" id="other-terms">
        {heading}
      </h2>
      <ul className="row chips">
        {terms.map(({ text }) => (
          <li key={text}>
            <a className="chip" href={`/search?q=${encodeURIComponent(text)}`}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </aside>
  )
}
