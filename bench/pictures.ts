import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { picturesPath } from '#app/domain/pictures/picture.ts'
import { adminSettings, signInAsAdmin } from '../tests/support/admin.ts'
import { untilCached } from './cached.ts'
import type { Deps } from './deps.ts'
import { atMost, median, medianOf, type Outcome } from './figure.ts'
import { readUsage } from './process-usage.ts'
import { startSite } from './site.ts'
import { askBoth, figuresOfBoth, type Times } from './two-sites.ts'

const rounds = 3

/** A 12-megapixel photograph is uploaded again and again, while pages of the same site and of an idle one are asked for. */
export async function pictures({ quick }: Deps): Promise<Outcome> {
  const seconds = quick ? 3 : 12
  const settings = { ...adminSettings, ABUSE_LIMITS: 'off' }
  const [idle, busy] = [await startSite({ settings }), await startSite({ settings })]
  try {
    const photo = await makePhoto()
    for (const { url } of [idle, busy]) await untilCached(`${url}/`)
    await askBoth(idle.url, busy.url, quick ? 1 : 3)
    const watch = watchChildren(busy.pid)
    const alone: number[] = []
    const admin = await signInAsAdmin(busy)
    for (let count = 0; count < 3; count += 1) alone.push(await upload(admin, photo))
    const stop = uploadOnAndOn(admin, photo)
    const taken: Times[] = []
    for (let round = 0; round < rounds; round += 1) taken.push(await askBoth(idle.url, busy.url, seconds))
    await stop()
    return {
      figures: [
        atMost(5, {
          name: 'A 12-megapixel photograph in all sizes, upload included',
          value: median(alone) / 1000,
          unit: 's',
          digits: 1,
          from: medianOf(alone.length, 'uploads'),
        }),
        atMost(300, {
          name: 'The same: most memory of the child',
          value: watch.stop(),
          unit: 'MB',
          from: 'all uploads, looked at every 10 ms',
        }),
        ...figuresOfBoth('Home page while photographs are uploaded', taken),
      ],
      details: { taken, alone },
    }
  } finally {
    await idle.stop()
    await busy.stop()
  }
}

/** As a phone's: with detail everywhere, some 4 MB. */
async function makePhoto() {
  const [width, height] = [4032, 3024]
  const noise = await sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 18 } },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const scene = sharp(readFileSync(new URL('../content/pictures/spices.jpg', import.meta.url)))
  return scene
    .resize(width, height, { fit: 'cover' })
    .composite([{ input: noise, blend: 'soft-light' }])
    .jpeg({ quality: 92 })
    .toBuffer()
}

type Admin = Awaited<ReturnType<typeof signInAsAdmin>>

async function upload(admin: Admin, photo: Buffer) {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(photo)], 'photo.jpg'))
  form.set('alt', 'Spices')
  const startedAt = performance.now()
  const { status } = await admin.upload(picturesPath, form)
  if (status !== 303) throw new Error(`an upload was answered ${status}`)
  return performance.now() - startedAt
}

function uploadOnAndOn(admin: Admin, photo: Buffer) {
  let stopped = false
  const run = async () => {
    while (!stopped) await upload(admin, photo)
  }
  const all = run()
  return async () => {
    stopped = true
    await all
  }
}

/** The most that any child of the process held; nothing where the system doesn't list them. */
function watchChildren(pid: number) {
  const list = `/proc/${pid}/task/${pid}/children`
  let most = 0
  const timer = setInterval(() => {
    if (!existsSync(list)) return
    for (const child of readFileSync(list, 'utf8').split(' ').filter(Boolean))
      try {
        most = Math.max(most, readUsage(Number(child)).residentMb || 0)
      } catch {
        // It has just ended.
      }
  }, 10)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}
