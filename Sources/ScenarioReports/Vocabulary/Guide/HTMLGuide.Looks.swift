extension HTMLGuide {
  static let style = """
    :root { --text: #1d1f23; --dim: #626770; --line: #dcdfe4; --page: #fff; --code: #f3f4f6;
      --accent: #1658b8; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #e6e7ea; --dim: #9aa0aa; --line: #3a3e46; --page: #17191d; --code: #24272d;
        --accent: #8ab4f8; }
    }
    body { margin: 0 auto; max-width: 50rem; padding: 1rem; background: var(--page);
      color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
    a, h3 { color: var(--accent); }
    nav a { margin-right: .75rem; }
    h2 { margin-top: 2.5rem; border-bottom: 2px solid var(--line); }
    h3 { margin-bottom: 0; }
    h4 { display: inline; margin: 0; font-size: 1.05rem; }
    article { padding: .75rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
    article p, article dl, article ul { margin: .25rem 0 .25rem 1.25rem; }
    article ul { padding-left: 1rem; }
    .explanation, .origin, .also, small, .use { color: var(--dim); font-size: .875rem; }
    .explanation { margin: 0; }
    .use { margin-left: .75rem; white-space: nowrap; }
    .never { font-style: italic; }
    code { padding: .1em .3em; border-radius: 4px; background: var(--code);
      font: .9em ui-monospace, monospace; }
    var { padding: 0 .35em; border: 1px solid var(--line); border-radius: 4px; font-style: italic; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .75rem; font-size: .9rem; }
    dd { margin: 0; }
    #filter { box-sizing: border-box; width: 100%; margin-top: 1rem; padding: .5rem; font: inherit;
      color: inherit; background: var(--code); border: 1px solid var(--line); border-radius: 6px; }
    @media print {
      :root { --text: #000; --dim: #444; --line: #bbb; --page: #fff; --code: #fff; --accent: #000; }
      nav, #filter { display: none; }
      body { max-width: none; padding: 0; font-size: .8rem; }
      article { break-inside: avoid; }
      h2, h3 { break-after: avoid; }
    }
    """

  /// Hides what the words in the filter don't stand in; the page is complete without it.
  static let script = """
    const filter = document.getElementById("filter");
    const nothing = document.getElementById("nothing");
    const articles = [...document.querySelectorAll("article")];
    const texts = articles.map(article => article.textContent.toLowerCase());
    filter.hidden = false;
    filter.addEventListener("input", () => {
      const words = filter.value.toLowerCase().split(/\\s+/).filter(word => word);
      articles.forEach((article, index) => {
        article.hidden = !words.every(word => texts[index].includes(word));
      });
      for (const part of document.querySelectorAll("section")) {
        part.hidden = !part.querySelector("article:not([hidden])");
      }
      nothing.hidden = articles.some(article => !article.hidden);
    });
    """
}
