import assert from 'node:assert/strict';
import { type Block, DOCUMENTS, readDocument } from '../support/documents/document.ts';
import { newReader, type Reader } from '../support/documents/reader.ts';
import { buildDist } from '../support/programs/dist.ts';
import { until } from '../support/programs/process.ts';

/** The documents are followed: every block that tells to type something is typed, in order, by one reader for each document. */

/** Values that the first start prints. The test types them where a block reads them. */
const TYPED: Readonly<Record<string, RegExp>> = { PASSWORD: /operator +admin +password +(\S+)/, DIWAN_KEY: /API key +(dk_\S+)/ };

describe('the documents, followed', () => {
  before(() => buildDist());

  for (const file of DOCUMENTS) {
    it(`${file} has commands that work`, async () => {
      const reader = await newReader();
      try {
        for (const block of blocksToRun(file)) await follow(reader, block);
      } finally {
        await reader.end();
      }
    });
  }

  it('has blocks to follow in each', () => {
    assert.ok(DOCUMENTS.length >= 5);
    assert.ok(blocksToRun('README.md').length >= 8);
    assert.ok(blocksToRun('docs/client-guide.md').length >= 8);
  });
});

function blocksToRun(file: string): Block[] {
  return readDocument(file).blocks.filter(({ language, mark }) => language === 'sh' && (mark === '' || mark === 'server'));
}

async function follow(reader: Reader, { text, mark, place, answer }: Block): Promise<void> {
  if (mark === 'server') {
    await reader.serve(text);
    await until(() => comparable(reader.served()).includes(comparable(answer ?? '')), reader.served);
    return;
  }
  for (const [, name = ''] of text.matchAll(/\bread -r (\w+)/g)) reader.type(TYPED[name]?.exec(reader.served())?.[1] ?? '');
  const { output, status } = await reader.run(text);
  assert.equal(status, 0, `${place}:\n${text}\n${output}`);
  if (answer !== null) assert.equal(comparable(output), comparable(answer), place);
}

/** Without what differs from run to run, and without the wrapping. */
function comparable(text: string): string {
  return text
    .replace(/"(createdAt|updatedAt|endedAt|editedAt|publishedAt|serverTime|timestamp)":"\d{4}-[\d-]+T[\d:.]+Z"/g, '"$1":"<time>"')
    .replace(/"date":"\d{4}-\d\d-\d\d"/g, '"date":"<date>"')
    .replace(/"(requestId|id|userId)":"[\w-]{36}"/g, '"$1":"<id>"')
    .replace(/"(accessToken|refreshToken)":"[\w-]{8}…"/g, '"$1":"<token>"')
    .replace(/(password +)[\w-]{24}/, '$1<password>')
    .replace(/dk_[0-9a-f]{8}_[\w-]{43}/g, '<key>')
    .replace(/localhost:\d+\/console/g, 'localhost:<port>/console')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/\s+/g, '');
}
