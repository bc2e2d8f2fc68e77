// The positions of `bench`.
#pragma once

#include <array>
#include <string_view>

#include "engine/types.h"

namespace tulenh {

struct BenchPosition {
    Mode mode;
    std::string_view fen;
};

/// From games of the search against itself, drawn once with `tulenh_draw bench` and not to be changed: the
/// six modes in turn; openings, middle games and endings, none of them decided; in every third the side to
/// move has a stack.
inline constexpr std::array kBenchPositions{
    BenchPosition{Mode::Standard,
                  "6c4/1n2fh1hf2/3a2st1a1/4gt1mg2/2ie5ei/11/5(FM)I4/2nE5EI/1N2GT1TG2/3A2S2A1/1N3H1HF2/6C4 r "
                  "- - 10 6 0-0"},
    BenchPosition{Mode::Sea,
                  "10c/1n3h1h3/3a2st1a1/2i2t2g2/4g1mF1ei/3f7/2I5F2/3EG2T2I/1N3T2G2/3A2SM1A1/5H1H3/6C4 b - - "
                  "0 14 130-90"},
    BenchPosition{Mode::Air,
                  "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r "
                  "- - 0 1 0-0"},
    BenchPosition{Mode::Land,
                  "6c4/1n1a1h1hf2/4g1s2a1/2i2t1t3/1n1e4g1i/6m2e1/2I1F2M3/3E1T3EI/1N2G2TG2/3A2S2A1/"
                  "1(NF)3H1HC2/11 r - - 11 11 40-0"},
    BenchPosition{Mode::Raid,
                  "6c4/1n3h1hf2/1n1a2s2a1/4g2tg2/3e1t4i/2i1f2m1e1/4F5T/1NIE1T1M1EI/4G3G2/1N1A2S2A1/5H1HF2/"
                  "6C4 b - - 15 8 0-0"},
    BenchPosition{Mode::Total,
                  "6c4/1n2fh1h1f1/3a2s2a1/1n2g1t1g2/2i3m3i/3e3t1e1/2I2T1T3/3E2M2EI/1N2G3G2/3A2S3A/1N3H1HF2/"
                  "4F1C4 b - - 15 8 0-0"},
    BenchPosition{
        Mode::Standard,
        "6c4/5h1h3/4a1s2a1/2n2(tm)ftg2/2i6ei/11/1N6F2/9E1/2E1G(TM)1T3/3A2S2A1/5H1H3/6C4 b - - 1 10 140-150"},
    BenchPosition{Mode::Sea,
                  "6c4/1n3h1h3/6s2t1/5g5/3A5g1/11/1N1T3m3/4G4E1/6A1G2/9C1/5H1H3/11 b - - 10 47 280-240"},
    BenchPosition{
        Mode::Air,
        "6c4/3f1h1h3/3a2s2af/5t2g2/3e5e1/1n2g6/11/4GT1T1E1/2I5G2/5M2A1F/1N1A1H1H3/6C4 r - - 0 22 130-160"},
    BenchPosition{
        Mode::Land,
        "6c4/2a2h1hf2/6s2a1/2n1g2(ft)g2/2ie6i/11/1N5S3/10I/3E1M1TG2/9A1/1N3H1HF2/3I2C4 b - - 8 20 120-110"},
    BenchPosition{
        Mode::Raid,
        "6c1f2/1n3h1h3/3a3t1a1/+N3g1t4/3e4g2/5m5/3E2A2i1/4G1S1G1I/2I2T5/6CM3/3A1H1H3/6F4 b - - 4 22 160-150"},
    BenchPosition{
        Mode::Total,
        "6c4/5h1h3/1n1a2s2a1/5t1fg2/4g2t1e1/2N3m4/8F2/3E1T3E1/2I1G3G2/3A2S2A1/5H1H3/6C4 r - - 0 20 150-160"},
    BenchPosition{Mode::Standard,
                  "11/4f6/7c3/2(ne)i4g2/11/4g6/6M4/9F1/1N1A4G2/6S4/7H3/6C4 b - - 4 30 290-260"},
    BenchPosition{Mode::Sea, "11/n6h3/11/5f5/2+A5g2/11/1+N9/7T3/9I1/8G2/5H1H3/11 r - - 15 67 410-380"},
    BenchPosition{Mode::Air, "11/11/9a1/3ag6/11/1n5+F2i/3+f7/10I/7TG2/9A1/1N3H1H3/9C1 b - - 1 26 350-240"},
    BenchPosition{Mode::Land,
                  "4c6/2i2h1h(fm)2/11/7+A3/5t5/7M3/3N7/6A1G2/4G6/6S4/5H1H1C1/11 b - - 0 42 350-240"},
    BenchPosition{Mode::Raid, "10c/7h3/9s1/6+A2e1/11/1+n9/11/10G/8C2/5G5/7H3/11 r - - 8 65 330-390"},
    BenchPosition{Mode::Total, "11/11/9c1/11/11/6+G4/11/4G1M1C2/11/3A2S4/5H1H3/11 b - - 18 56 460-370"},
    BenchPosition{
        Mode::Standard,
        "6c1f2/1n3h1h3/3a2s1ga1/7t3/4gt4F/3e2m4/1N9/3E2M2EI/2I1G2TG2/5TS2A1/1N1A1H1H3/10C r - - 1 17 150-40"},
    BenchPosition{Mode::Sea,
                  "6c4/1(nf)3h1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/3E1TM2EI/2(NI)1G2TG2/3A2S2A1/1N2FH1HF2/"
                  "6C4 b - - 3 2 0-0"},
    BenchPosition{Mode::Air,
                  "3f4c2/1n2fh1h3/3a2s2a1/1n2gt1tg2/3e2m2e1/10i/6F4/3E5EI/1N2GT1(TM)G2/6S2A1/1(NF)1A1H1H3/"
                  "8C2 b - - 0 10 10-10"},
    BenchPosition{
        Mode::Land,
        "6c4/1n3h1hf2/3a2s2a1/4gt1tg2/6m2ei/2N8/5f5/3E5EI/2I1GM1TG2/3A2S2A1/1N2FH1HF2/6C4 b - - 0 7 100-20"},
    BenchPosition{Mode::Raid,
                  "6c4/1n2fh1hf2/3a2s2a1/4gt1tg2/2(ni)e2m2ei/11/11/3E2M2EI/2I1GT1TG2/3A2S2A1/1NN1FH1HF2/6C4 "
                  "b - - 3 2 0-0"},
    BenchPosition{Mode::Total,
                  "6c4/1n1a1h1hf2/6s2a1/3eg3g2/2i4m1ei/4f2t3/5F2F2/1N1E2S2EI/4G2TG2/2IA1M3A1/5H1H3/6C4 r - - "
                  "1 13 100-100"},
    BenchPosition{
        Mode::Standard,
        "6c4/1n3h1hf2/3a2s2a1/5t2g2/4g1f2e1/2A5m2/1N9/6T2EF/4GT2G1I/6S2A1/3F1H1H3/6C4 b - - 0 16 130-110"},
    BenchPosition{
        Mode::Sea,
        "6c4/1n3h1h3/5ts2a1/7t3/2i7A/3(ea)2m2g1/1NT4T3/6M3I/3E4G2/6S4/3A1H1H3/8C2 b - - 12 26 190-190"},
    BenchPosition{
        Mode::Air,
        "6c4/5h1h3/1n1a2s2a1/5t2g2/2Tg3t1ei/4m1f4/11/1NI3M3I/3EG2TG2/6S2A1/3A1H1HF2/6C4 r - - 4 18 140-130"},
    BenchPosition{Mode::Land,
                  "6c4/3f1h1h3/2i3s1g+a1/4g2t3/1n1e2t2e1/10i/3E1T1T1E1/2I7I/7G3/4G1S2A1/1N1F1H1H3/8C2 r - - "
                  "10 25 160-160"},
    BenchPosition{Mode::Raid,
                  "6c4/5h1h3/1n1a3s3/11/2N4a1e1/3e4g2/11/4m2T2I/8G2/3A2S2A1/5H1(HC)3/11 r - - 5 37 230-230"},
    BenchPosition{Mode::Total,
                  "6c4/1n1a1h1h3/4g1s2a1/5t1t3/3e5e1/8f1i/2I3S4/3E1T1T1E1/4G3G2/6C4/1N1A1H1H1A1/11 b - - 11 "
                  "23 150-180"},
    BenchPosition{Mode::Standard,
                  "11/5h3+F1/3a4c2/11/1n5f3/8g2/11/11/3T3G3/6S2A1/1N1A1H1H3/6C4 b - - 2 47 280-200"},
    BenchPosition{Mode::Sea, "8+A2/1n3h5/9a1/3e7/11/3t5f1/1N8c/3E7/6S2G1/4G6/5H1(HC)3/11 r - - 0 51 270-270"},
    BenchPosition{Mode::Air, "11/7+F3/11/11/1+N4a4/11/11/11/11/4F6/7+f3/11 r - - 93 120 490-390"},
    BenchPosition{Mode::Land,
                  "6c4/7h1a1/3a2s1g2/5t1t3/4g6/5+f5/1N7F1/11/3G2A2E1/8S2/7H3/11 b - - 1 39 270-350"},
    BenchPosition{Mode::Raid,
                  "11/5+F5/1n1a5a1/11/7(fc)3/9+I1/11/6M4/4G3G2/1N4S4/3A1H1H1A1/6C4 b - - 10 36 270-190"},
    BenchPosition{Mode::Total,
                  "11/2N2h1h1c1/6s4/1n9/3a7/11/8+a2/2E1G1M4/9S1/6C4/3A1H1H3/11 b - - 25 51 270-280"},
    BenchPosition{Mode::Standard,
                  "6c4/1n2fh1hf2/4a1s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE1FM2EI/2N1GT1TG2/N2A2S2A1/4FH1H3/6C4 b "
                  "- - 3 2 0-0"},
    BenchPosition{
        Mode::Sea,
        "6c4/1n3h1hf1a/2a3s4/4gt1tg2/9ei/1n1F1m5/2i5M2/3EG4EI/N4T2G2/3A2ST1A1/1N3H1H3/6C4 b - - 1 12 50-50"},
    BenchPosition{Mode::Air,
                  "6c4/1n2fh1hf2/3a2s2a1/4gt1(tm)g2/2(ni)e5ei/11/11/2IE5EI/2(NF)1GT(TM)1G2/3AS4A1/1N3H1HF2/"
                  "6C4 b - - 7 4 0-0"},
    BenchPosition{Mode::Land,
                  "6c4/1n3h1h3/3a2s2a1/4g2tg2/3e1t3e1/4f1m1F1i/2N3M4/3E5EI/4GT1TG2/3A2S2A1/3F1H1H3/6C4 b - - "
                  "0 10 130-90"},
};

}  // namespace tulenh
