'use client';
import dynamic from 'next/dynamic';
import { CardSkeleton } from './what-if-skeleton.tsx';

/** Comes after the page: what is chosen stands there first. */
export const WhatIfCard = dynamic(
  () => import('./resolution/what-if-card.tsx').then((module) => module.WhatIfCard),
  { ssr: false, loading: CardSkeleton },
);
