import { data } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { NewsletterBlock } from '#app/domain/newsletter-blocks/newsletter-block.ts'
import { archivePath } from '#app/domain/newsletter-blocks/newsletter-block.ts'
import { parseSentBlocks } from '#app/domain/newsletter-blocks/sent-blocks.server.ts'
import { findCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { requireId } from '#app/http/require-id.ts'
import { useSite } from '#app/http/site.ts'
import { ButtonLink, MoreLink } from '#app/ui/primitives/button.tsx'
import { Markdown } from '#app/ui/site/markdown.tsx'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { newsletterIssue as words } from '#content/emails.ts'
import { archivePage } from '#content/pages/newsletter.ts'
import type { Route } from './+types/archive.ts'

export const handle = readPage()

/** A newsletter as it was sent, for who has its address: emails and our own records link it, no list does. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { database, content, clinic } = context.get(servicesContext)
  const id = requireId(params.id)
  const campaign = await loadOr503(context, () => findCampaign(database, id))
  if (campaign?.sentBody === undefined || campaign.startedAt === undefined) throw data(null, { status: 404 })
  return {
    id,
    title: campaign.subject ?? content.read('newsletter-emails', clinic.facts(Date.now())).usual.subject,
    sent: formatClinicDate(campaign.startedAt, clinicTimeZone),
    blocks: parseSentBlocks(campaign.sentBody),
  }
}

export default function Archive({ loaderData: { id, title, sent, blocks } }: Route.ComponentProps) {
  const site = useSite()
  return (
    <>
      <PageHead
        site={site}
        path={archivePath(id)}
        title={title}
        description={archivePage.description(site.clinic.name)}
        noindex
      />
      <div className="wrap read">
        <article>
          <header>
            <h1>{title}</h1>
            <p className="hint date">{archivePage.sent(sent)}</p>
          </header>
          <div className="prose">
            {blocks.map((block, index) => (
              <NewsletterTexts key={index} block={block} />
            ))}
          </div>
        </article>
      </div>
    </>
  )
}

function NewsletterTexts({ block }: { block: NewsletterBlock }) {
  switch (block.kind) {
    case 'text':
      return <Markdown text={block.text} rank={2} />
    case 'button':
      return (
        <p>
          <ButtonLink href={block.href}>{block.label}</ButtonLink>
        </p>
      )
    case 'post':
      return (
        <section>
          {block.picture && <img className="picture" {...block.picture} alt="" loading="lazy" />}
          <h2>{block.title}</h2>
          <p>{block.excerpt}</p>
          <MoreLink href={block.url} aria-label={`${words.readPost}: ${block.title}`}>
            {words.readPost}
          </MoreLink>
        </section>
      )
    case 'times':
      // Those of then are gone.
      return (
        <p>
          <MoreLink href="/booking">{words.allTimes}</MoreLink>
        </p>
      )
    case 'hours':
      return (
        <section>
          <h2>{words.hours}</h2>
          <table className="hours">
            <tbody>
              {block.days.map(({ name, text }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className="num">{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )
  }
}
