const everyMs = 1_500
const mostTries = 40

/** Loads the blog again once the server has its posts; without scripts a link does. */
export async function waitForPosts() {
  for (let tries = 0; tries < mostTries && isLoading(document); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    const answer = await fetch('/blog').catch(() => undefined)
    if (answer?.ok && !isLoading(new DOMParser().parseFromString(await answer.text(), 'text/html')))
      return location.reload()
  }
}

const isLoading = (page: Document) => page.getElementById('loading-posts') !== null
