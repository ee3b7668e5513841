import { systemChecks as words } from '#content/system-checks.ts'
import { amber, type CheckResult, green } from './check.ts'

/** RFC 2606, RFC 6761. */
const reserved = /(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$/

/** SPF (RFC 7208) and DMARC (RFC 7489). `domain`: undefined without SMTP. `txt` looks up TXT records. */
export async function senderCheck(
  domain: string | undefined,
  txt: (name: string) => Promise<string[]>,
): Promise<CheckResult> {
  const { good, notNeeded, example, exampleDetails, missing, missingDetails } = words.sender
  const { unknown, unknownAdvice, unknownDetails } = words.sender
  if (domain === undefined) return green(notNeeded)
  if (reserved.test(domain)) return amber(example(domain), { details: exampleDetails })
  try {
    const [spf, dmarc] = await Promise.all([
      has(txt(domain), /^v=spf1(\s|$)/i),
      // A subdomain falls back to its parent's policy.
      has(
        Promise.all(dmarcPlaces(domain).map(txt)).then((all) => all.flat()),
        /^v=DMARC1\s*(;|$)/i,
      ),
    ])
    const absent = [...(spf ? [] : ['SPF']), ...(dmarc ? [] : ['DMARC'])]
    if (absent.length === 0) return green(good(domain))
    return amber(missing(domain), { details: missingDetails(domain, absent.join(' and no ')) })
  } catch {
    return amber(unknown(domain), { advice: unknownAdvice, details: unknownDetails })
  }
}

const has = async (records: Promise<string[]>, wanted: RegExp) => (await records).some((record) => wanted.test(record))

function dmarcPlaces(domain: string) {
  const above = domain.split('.').slice(1)
  return [`_dmarc.${domain}`, ...(above.length > 1 ? [`_dmarc.${above.join('.')}`] : [])]
}
