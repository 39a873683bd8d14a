import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { ItemList } from './item-list.tsx';

const LIMIT = 5;
const KEEP = { placeholderData: keepPreviousData } as const;

interface AuthorProps {
  readonly authorId: string;
}

/** Reviews, posts and comments of a person, the newest first. Each is read when its tab is opened. */
export function Written({ authorId }: AuthorProps) {
  const { wrote } = useTexts().users;
  const tabs = [
    { id: 'reviews', title: wrote.reviews, content: <Reviews authorId={authorId} /> },
    { id: 'posts', title: wrote.posts, content: <Posts authorId={authorId} /> },
    { id: 'comments', title: wrote.comments, content: <Comments authorId={authorId} /> },
  ];
  return (
    <Card title={wrote.title}>
      <Tabs label={wrote.title} tabs={tabs} />
    </Card>
  );
}

function Reviews({ authorId }: AuthorProps) {
  const { wrote } = useTexts().users;
  const [page, turn] = useState(1);
  const query = { authorId, sort: 'newest', page, limit: LIMIT } as const;
  const list = useApi().useQuery('get', '/api/v1/admin/reviews', { params: { query } }, KEEP);
  const items = list.data?.data.map(({ id, status, title, comment, rating, itemType, createdAt }) => ({
    id,
    state: status,
    title,
    text: comment,
    notes: [wrote.stars(rating), wrote.on[itemType]],
    createdAt,
  }));
  return <ItemList list={list} items={items} none={wrote.noReviews} onPage={turn} />;
}

function Posts({ authorId }: AuthorProps) {
  const { wrote } = useTexts().users;
  const [page, turn] = useState(1);
  const query = { authorId, sort: 'newest', page, limit: LIMIT } as const;
  const list = useApi().useQuery('get', '/api/v1/admin/posts', { params: { query } }, KEEP);
  const items = list.data?.data.map(({ id, moderation = 'visible', title, description, votesCount, createdAt }) => ({
    id,
    state: moderation,
    title,
    text: description,
    notes: [wrote.votes(votesCount)],
    createdAt,
  }));
  return <ItemList list={list} items={items} none={wrote.noPosts} onPage={turn} />;
}

function Comments({ authorId }: AuthorProps) {
  const { wrote } = useTexts().users;
  const [page, turn] = useState(1);
  const query = { authorId, sort: 'newest', page, limit: LIMIT } as const;
  const list = useApi().useQuery('get', '/api/v1/admin/comments', { params: { query } }, KEEP);
  const items = list.data?.data.map(({ id, moderation, content, entityType, createdAt }) => ({
    id,
    state: moderation,
    title: null,
    text: content,
    notes: [wrote.on[entityType]],
    createdAt,
  }));
  return <ItemList list={list} items={items} none={wrote.noComments} onPage={turn} />;
}
