import { fetchPage, pause, swap } from './swap.ts'

const everyMs = 1_500
const mostTries = 40

/** Polls while the blog is loading. */
export function pollPosts() {
  void tryAgain(mostTries)
}

async function tryAgain(left: number) {
  const waiting = document.querySelector<HTMLElement>('[data-poll]')
  const address = waiting?.dataset.poll
  const part = waiting?.closest('[data-swap]')
  if (!part || !address || left === 0) return
  await pause(everyMs)
  const { page } = await fetchPage(address).catch(() => ({ page: undefined }))
  if (page) swap(part, page)
  await tryAgain(left - 1)
}
