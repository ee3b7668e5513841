import { type CampaignCounts, countProcessed } from '#app/domain/newsletter/campaign.ts'
import { newsletterPage } from './words.ts'

const { delivery: words } = newsletterPage.result

/** What became of the emails, as one bar and as a table; a newsletter that was stopped has not reached everyone. */
export function NewsletterDelivery({ counts }: { counts: CampaignCounts }) {
  const { recipients, sent, kept, failed, leftOut } = counts
  const all = { sent, kept, failed, leftOut, notSent: Math.max(0, recipients - countProcessed(counts)) }
  const results = Object.entries(all) as [keyof typeof all, number][]
  const shown = results.filter(([result, count]) => count > 0 || result === 'failed')
  let end = 0
  const parts = shown.map(([result, count]) => {
    const x = end
    end += (count / Math.max(recipients, 1)) * 100
    return { result, x: `${x}%`, width: `${end - x}%` }
  })
  return (
    <figure className="panel delivery">
      <figcaption>
        <b className="share num">{words.of(sent + kept, recipients)}</b> {kept > 0 ? words.stored : words.delivered}
      </figcaption>
      <svg aria-hidden="true">
        <pattern id="failed" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="failed" width="3" height="6" />
        </pattern>
        {parts.map(({ result, ...place }) => (
          <rect
            key={result}
            className={result}
            height="100%"
            {...place}
            fill={result === 'failed' ? 'url(#failed)' : undefined}
          />
        ))}
      </svg>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">{words.columns.result}</th>
            <th scope="col">{words.columns.subscribers}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(([result, count]) => (
            <tr key={result}>
              <th scope="row">{words.results[result]}</th>
              <td className="num">{count.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">{words.noOpens}</p>
    </figure>
  )
}
